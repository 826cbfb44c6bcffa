package org.braid.launch.signal;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * Ctrl-Z: a job stops as one program would. The terminal's signal reaches the launcher alone, for its ranks are process groups of their own; so it has them stopped, then itself, by {@link HeldGroups}.
 */
public final class Suspension {
    /** Signals that come together are handled in any order; nobody asks for a stop so soon after a resumption. */
    public static final long TOGETHER_NS = 100_000_000L;

    private CountDownLatch resumption = new CountDownLatch(0); // guarded by this
    private long resumedNs = System.nanoTime() - TOGETHER_NS; // guarded by this

    /**
     * This process got the signal by which stopped ones are resumed. Any thread.
     *
     * @param nowNs when, monotonic nanoseconds
     */
    public synchronized void resumed(long nowNs) {
        resumedNs = nowNs;
        resumption.countDown();
    }

    /**
     * Stops these process groups and this process; returns when somebody has resumed it, and the groups go on.
     *
     * @param groups process groups, as {@code kill} takes them without the sign
     * @param askedNs when the stop was asked for, monotonic nanoseconds; if the job was resumed since nothing is stopped
     * @return for how long, nanoseconds; nothing was stopped if the system gives us no shell
     */
    public long hold(List<String> groups, long askedNs) {
        CountDownLatch end = begin(askedNs);
        long sinceNs = System.nanoTime();
        if (end.getCount() == 0) {
            return 0;
        }
        try {
            HeldGroups held = HeldGroups.start(groups);
            held.whenGone(end::countDown);
            if (end.getCount() != 0) {
                held.stopThisProcess();
                end.await();
            }
            held.release();
        } catch (IOException e) {
            // No process: the job runs on.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return System.nanoTime() - sinceNs;
    }

    private synchronized CountDownLatch begin(long askedNs) {
        resumption = new CountDownLatch(askedNs - resumedNs < TOGETHER_NS ? 0 : 1);
        return resumption;
    }
}
