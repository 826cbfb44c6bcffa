package org.braid.launch.supervise;

import java.util.Arrays;

/**
 * Which ranks are suspect: alive, but held by a stop signal or a debugger, so that ranks that wait for them wait on. A pure state machine, told at each look what was seen. A suspect is
 * named and left alone: somebody stopped it who may resume it.
 *
 * <pre>
 *   RUNNING ──seen stopped──> STOPPED ──still so after 3 s──> SUSPECT ──seen running──> RUNNING, told with how long it took
 *      ^────seen running────────┘
 * </pre>
 *
 * A watcher whose own look comes late was held itself and accuses nobody: what it had seen before begins anew. Times are monotonic nanoseconds.
 */
public final class Suspicion {
    /** So many nanoseconds pass from one look to the next. */
    public static final long LOOK_NS = 1_000_000_000L;

    /** A rank that has been held for so many nanoseconds is suspect. */
    public static final long SUSPECT_NS = 3_000_000_000L;

    private static final long LATE_NS = LOOK_NS + LOOK_NS / 2;
    private static final long RUNNING = Long.MIN_VALUE;

    /** What a look has changed. */
    public enum Change {
        /** Nothing that anybody need be told. */
        NONE,
        /** The rank has been held for long now. */
        SUSPECTED,
        /** A suspect runs again. */
        RECOVERED
    }

    private final long[] sinceNs; // RUNNING, or when it was first seen stopped
    private final long[] heldNs;
    private final boolean[] suspect;
    private long lookNs;

    /**
     * Nobody is suspect yet.
     *
     * @param size how many ranks there are
     */
    public Suspicion(int size, long nowNs) {
        sinceNs = new long[size];
        Arrays.fill(sinceNs, RUNNING);
        heldNs = new long[size];
        suspect = new boolean[size];
        lookNs = nowNs;
    }

    /** When the ranks are to be looked at. */
    public long nextLookNs() {
        return lookNs + LOOK_NS;
    }

    /** A look begins: {@link #saw} follows for each rank. */
    public void look(long nowNs) {
        if (nowNs - lookNs > LATE_NS) {
            forgetWhoIsNotSuspectYet();
        }
        lookNs = nowNs;
    }

    private void forgetWhoIsNotSuspectYet() {
        for (int rank = 0; rank < sinceNs.length; rank++) {
            sinceNs[rank] = suspect[rank] ? sinceNs[rank] : RUNNING;
        }
    }

    /**
     * What was seen of a rank, at the look that has begun.
     *
     * @param stopped whether it is held; a rank that has ended counts as running, for it is somebody else's case
     */
    public Change saw(int rank, boolean stopped) {
        return stopped ? sawStopped(rank) : sawRunning(rank);
    }

    private Change sawStopped(int rank) {
        if (sinceNs[rank] == RUNNING) {
            sinceNs[rank] = lookNs;
        }
        heldNs[rank] = lookNs - sinceNs[rank];
        boolean isNew = !suspect[rank] && heldNs[rank] >= SUSPECT_NS;
        suspect[rank] |= isNew;
        return isNew ? Change.SUSPECTED : Change.NONE;
    }

    private Change sawRunning(int rank) {
        Change change = suspect[rank] ? Change.RECOVERED : Change.NONE;
        sinceNs[rank] = RUNNING;
        suspect[rank] = false;
        return change;
    }

    /** Whether a rank is suspect now. */
    public boolean isSuspect(int rank) {
        return suspect[rank];
    }

    /** For how many nanoseconds a rank had been stopped when it was last seen so. */
    public long heldNs(int rank) {
        return heldNs[rank];
    }
}
