package org.braid.bench.duel;

/** What an interval says about a bound. */
enum Ruling {
    PASS,
    FAIL,
    /** The bound lies inside: more rounds would tell. */
    UNDECIDED,
    /** There are not even as many rounds as an interval needs. */
    TOO_FEW;

    static Ruling of(Interval interval, double bound) {
        if (Double.isInfinite(interval.high())) {
            return TOO_FEW;
        }
        return interval.high() <= bound ? PASS : interval.low() > bound ? FAIL : UNDECIDED;
    }

    String word() {
        return this == TOO_FEW ? "too few" : toString();
    }
}
