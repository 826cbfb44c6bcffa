package org.braid.transports.tls;

/** How many of the engines' tasks, each of milliseconds, the connections of one port may run in its turn, so that whoever has the token looks at its lanes between two of them. Token's holder only. */
final class Allowance {
    private final int perTurn;
    private int left;
    private long taken;

    Allowance(int perTurn) {
        this.perTurn = perTurn;
        left = perTurn;
    }

    /** A new turn. */
    void renew() {
        left = perTurn;
    }

    /** Whether a task may be run now; then it is counted. */
    boolean take() {
        if (left == 0) {
            return false;
        }
        left--;
        taken++;
        return true;
    }

    /** Tasks of this turn so far. */
    int used() {
        return perTurn - left;
    }

    /** Tasks in all. */
    long taken() {
        return taken;
    }
}
