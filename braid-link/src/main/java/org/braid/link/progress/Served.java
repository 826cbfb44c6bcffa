package org.braid.link.progress;

/**
 * One context as the background thread sees it: something to poll on behalf of nobody in particular. The thread that polls is the only one that calls, except where something else is said.
 */
public final class Served {
    private final Progress progress;
    private final Notices notices;
    private volatile boolean always;
    private long seenTurns;

    /** @param always whether handlers run although no call waits */
    public Served(Progress progress, Notices notices, boolean always) {
        this.progress = progress;
        this.notices = notices;
        this.always = always;
    }

    /** From now on handlers run also while no call waits, or no more. Any thread. */
    public void always(boolean from) {
        always = from;
    }

    /** True if handlers of this context run although no call of it waits. Any thread. */
    boolean always() {
        return always;
    }

    /** What other transports than memory bring it. */
    PolledPorts ports() {
        return progress.ports();
    }

    /** The background thread polled, and this was thrown at it. */
    void pollFailed(Throwable thrown) {
        notices.warnOnce("What came while nobody waited was handled only in part: " + thrown);
    }

    /** One look on behalf of nobody, if nobody has polled since the last one; true while there is something to come back for soon. */
    boolean poll() {
        long now = progress.turns();
        boolean polledByOthers = now != seenTurns;
        seenTurns = now;
        if (polledByOthers || !progress.tryEnter()) {
            return always || progress.pending();
        }
        try {
            boolean found = false;
            while (progress.poll() > 0) {
                found = true;
            }
            return found || progress.pending();
        } finally {
            seenTurns = progress.turns();
            progress.exit();
        }
    }
}
