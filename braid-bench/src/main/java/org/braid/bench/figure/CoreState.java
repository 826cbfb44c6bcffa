package org.braid.bench.figure;

/** How far apart the cores of two ranks are, by what a cache line's way between them takes. On a virtual machine it is the host's choice, and changes within seconds. */
public enum CoreState {
    /** They share a cache. */
    NEAR("near"),
    /** A line goes through something that is slower than a cache. */
    FAR("far"),
    /** It changed meanwhile: what was measured says nothing. */
    MIXED("mixed"),
    /** Nobody asked. */
    ANY("any");

    /** Between the 40 to 80 ns within one complex of cores, and the 120 to 450 ns from one to another. */
    private static final double BORDER_NS = 100;

    /** What moves by more than this between two probes is no state; within far ones a line's way is 110 to 170 ns from one millisecond to the next. */
    private static final double STEADY = 1.6;

    private final String word;

    CoreState(String word) {
        this.word = word;
    }

    /**
     * The state of what ran between two probes.
     *
     * @param beforeNs a line's way, one way; 0 where nobody asked
     * @param afterNs the same
     */
    public static CoreState of(double beforeNs, double afterNs) {
        if (beforeNs == 0 && afterNs == 0) {
            return ANY;
        }
        if (Math.max(beforeNs, afterNs) > STEADY * Math.min(beforeNs, afterNs)) {
            return MIXED;
        }
        return (beforeNs + afterNs) / 2 < BORDER_NS ? NEAR : FAR;
    }

    /** Whether what was measured in this state can be compared with what was measured in the other one. */
    boolean isComparableTo(CoreState other) {
        return this == ANY || other == ANY || this == other && this != MIXED;
    }

    /** As tables say it. */
    public String word() {
        return word;
    }
}
