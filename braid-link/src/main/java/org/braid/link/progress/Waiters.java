package org.braid.link.progress;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.braid.link.spi.Clock;

/** The threads that wait while another one polls. The holder of the token wakes each when its completion is done, and one of them to take over when it leaves. */
final class Waiters {
    /** No holder owes a wake-up that came in the instant between a waiter's last look and its parking: a waiter looks again after this time. */
    private static final long PARK_NS = 1_000_000;

    /** As {@link #PARK_NS}, of one that does not poll itself, while the background thread sleeps for it: whatever comes wakes that, which wakes it. */
    private static final long HEARD_PARK_NS = 50_000_000;

    private final ConcurrentLinkedQueue<Waiter> queue = new ConcurrentLinkedQueue<>();

    /** Plain read by the poller on every turn; written under {@code this}. */
    private volatile int count;

    private volatile boolean heard;

    /** One waiting thread. */
    record Waiter(Completion completion, Thread thread) {
        void park(Clock clock, long mostNs) {
            clock.park(this, mostNs);
        }
    }

    /** The background thread sleeps until something comes for this context, or does no more. */
    void heard(boolean from) {
        heard = from;
    }

    /** How long this one may park. */
    long parkNs(Waiter waiter) {
        return heard && waiter.thread.isVirtual() ? HEARD_PARK_NS : PARK_NS;
    }

    boolean any() {
        return count != 0;
    }

    Waiter add(Completion completion, Thread thread) {
        Waiter waiter = new Waiter(completion, thread);
        synchronized (this) {
            queue.add(waiter);
            count++;
        }
        return waiter;
    }

    synchronized void remove(Waiter waiter) {
        queue.remove(waiter);
        count--;
    }

    void wakeDone() {
        for (Waiter waiter : queue) {
            if (waiter.completion.isDone()) {
                LockSupport.unpark(waiter.thread);
            }
        }
    }

    /** One that polls itself: a virtual thread would only ask for the background thread. */
    void wakePoller() {
        for (Waiter waiter : queue) {
            if (!waiter.thread.isVirtual()) {
                LockSupport.unpark(waiter.thread);
                return;
            }
        }
    }

    void wakeOne() {
        Waiter first = queue.peek();
        if (first != null) {
            LockSupport.unpark(first.thread);
        }
    }
}
