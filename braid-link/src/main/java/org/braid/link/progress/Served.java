package org.braid.link.progress;

import org.braid.link.spi.Doorbell;
import org.jspecify.annotations.Nullable;

/**
 * One context as the background thread sees it: something to poll on behalf of nobody in particular. The thread that polls is the only one that calls, except where something else is said.
 */
public final class Served {
    private final Progress progress;
    private final Notices notices;
    private volatile boolean always;
    private volatile @Nullable Onward onward;
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

    /** From now on, where handlers run although no call waits, this goes on there, too, and whatever comes wakes the thread. Any thread. */
    public void onward(Onward above) {
        onward = above;
    }

    /** As what the thread announces its sleep for this context: one whose work goes on by itself, or for which threads wait that do not poll, needs every frame. */
    int announcement() {
        return always && onward != null || isWaitedFor() ? Doorbell.WAITED : Doorbell.IDLE;
    }

    private boolean isWaitedFor() {
        return progress.waiters().any();
    }

    /** True if the thread sleeps so that what comes for this context wakes it. */
    boolean isListenedTo() {
        return always || isWaitedFor();
    }

    /** The thread sleeps so from now on, as what it has announced, or does no more. */
    void heard(boolean from) {
        progress.waiters().heard(from);
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
            progress.wakeDone();
            return isListenedTo() || progress.pending();
        }
        boolean found = false;
        try {
            while (!progress.isAlone() && progress.poll() > 0) {
                found = true;
            }
        } finally {
            seenTurns = progress.turns();
            progress.exitToSleep();
        }
        return goOn(found) || progress.pending();
    }

    /** Something under way is woken by what comes for it; what comes while nothing is under way is taken in batches. */
    private boolean goOn(boolean found) {
        Onward above = onward;
        return found & (above == null || !above.advance());
    }
}
