package org.braid.mpi.match;

/** How many unexpected messages a process may hold, over all its matchers together. Guarded like the matchers that share it. */
public final class EnvelopeCap {
    private final int limit;
    private int held;

    /**
     * @param limit messages, at least 1
     */
    public EnvelopeCap(int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("The cap on unexpected messages is " + limit + "; it must be at least 1");
        }
        this.limit = limit;
    }

    /** The most messages that may be held. */
    public int limit() {
        return limit;
    }

    /** Messages that are held now. */
    public int held() {
        return held;
    }

    boolean take() {
        if (held == limit) {
            return false;
        }
        held++;
        return true;
    }

    void giveBack() {
        held--;
    }
}
