package org.braid.launch.supervise;

/**
 * For how long nothing has been heard of a host that says something every second. A pure state machine, told at each look when something came last.
 *
 * <pre>
 *   HEARD ──nothing for 3 s──> SUSPECT ──nothing for 11 s──> LOST
 *     ^────something came────────┘
 * </pre>
 *
 * A watcher whose own look comes late was held itself and accuses nobody: it listens anew from then on. Times are monotonic nanoseconds.
 */
public final class Silence {
    /** So many nanoseconds pass from one look to the next. */
    public static final long LOOK_NS = 1_000_000_000L;

    /** Nothing for so many nanoseconds is worth a word. */
    public static final long SUSPECT_NS = 3_000_000_000L;

    /** Ten seconds and an interval: then the host is lost. */
    public static final long LOST_NS = 11_000_000_000L;

    private static final long LATE_NS = LOOK_NS + LOOK_NS / 2;

    /** What a look has found. */
    public enum Change {
        /** Nothing that anybody need be told. */
        NONE,
        /** Nothing has come for long now. */
        SUSPECTED,
        /** Something came after that. */
        RECOVERED,
        /** It is lost; said at every look from now on. */
        LOST
    }

    private long lookNs;
    private long sinceNs;
    private boolean suspect;
    private boolean lost;

    /** Listening begins. */
    public Silence(long nowNs) {
        lookNs = nowNs;
        sinceNs = nowNs;
    }

    /**
     * A look.
     *
     * @param heardNs when something came last
     */
    public Change look(long heardNs, long nowNs) {
        if (nowNs - lookNs > LATE_NS) {
            sinceNs = nowNs;
        }
        lookNs = nowNs;
        if (heardNs - sinceNs > 0) {
            sinceNs = heardNs;
        }
        long silentNs = nowNs - sinceNs;
        lost |= silentNs >= LOST_NS;
        if (lost) {
            return Change.LOST;
        }
        boolean was = suspect;
        suspect = silentNs >= SUSPECT_NS;
        return was == suspect ? Change.NONE : suspect ? Change.SUSPECTED : Change.RECOVERED;
    }

    /** Whether nothing has come for so long that it is worth a word. */
    public boolean isSuspect() {
        return suspect;
    }

    /** For how long nothing has come, as far as this process has listened. */
    public long silentNs() {
        return lookNs - sinceNs;
    }
}
