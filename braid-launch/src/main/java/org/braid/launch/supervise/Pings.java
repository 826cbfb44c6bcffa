package org.braid.launch.supervise;

import java.util.Arrays;

/**
 * Which ranks owe an answer. Nobody is pinged for whom nobody waits: a rank that computes is left alone until another one has waited for it for a second. Its control thread answers
 * whatever the program does, unless the whole process pauses: a long collection, swapping, a frozen control group.
 */
public final class Pings {
    /** A rank that owes an answer for so many nanoseconds is silent. An answer takes a fraction of a millisecond; where many ranks share a core, some more. */
    public static final long SILENT_NS = 1_000_000_000L;

    private static final long NONE = Long.MIN_VALUE;

    private final long[] sinceNs;

    /**
     * Nobody owes an answer yet.
     *
     * @param size how many ranks there are
     */
    public Pings(int size) {
        sinceNs = new long[size];
        Arrays.fill(sinceNs, NONE);
    }

    /** Somebody waits for the rank; true if it is to be pinged. */
    public boolean awaited(int rank, long nowNs) {
        if (sinceNs[rank] != NONE) {
            return false;
        }
        sinceNs[rank] = nowNs;
        return true;
    }

    /** The rank has answered. */
    public void answered(int rank) {
        sinceNs[rank] = NONE;
    }

    /** Whether it has owed an answer for too long. */
    public boolean isSilent(int rank, long nowNs) {
        return sinceNs[rank] != NONE && nowNs - sinceNs[rank] >= SILENT_NS;
    }
}
