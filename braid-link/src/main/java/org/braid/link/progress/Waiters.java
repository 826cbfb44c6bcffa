package org.braid.link.progress;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.braid.link.spi.Clock;

/** The threads that wait while another one polls. The holder of the token wakes each when its completion is done, and one of them to take over when it leaves. */
final class Waiters {
    /** No holder owes a wake-up that came in the instant between a waiter's last look and its parking: a waiter looks again after this time. */
    private static final long PARK_NS = 1_000_000;

    private final ConcurrentLinkedQueue<Waiter> queue = new ConcurrentLinkedQueue<>();

    /** Plain read by the poller on every turn; written under {@code this}. */
    private volatile int count;

    /** One waiting thread. */
    static final class Waiter {
        private final Completion completion;
        private final Thread thread;
        private boolean woken; // guarded by the context's token

        private Waiter(Completion completion, Thread thread) {
            this.completion = completion;
            this.thread = thread;
        }

        boolean isVirtual() {
            return thread.isVirtual();
        }

        void park(Clock clock) {
            clock.park(this, PARK_NS);
        }

        /** @return true if its thread was woken now; one that has not run since need not be told again */
        private boolean wakeIfDone() {
            if (woken || !completion.isDone()) {
                return false;
            }
            woken = true;
            LockSupport.unpark(thread);
            return true;
        }
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

    /**
     * Caller holds the token.
     *
     * @return true if some thread was woken that may want the core of this one
     */
    boolean wakeDone() {
        boolean any = false;
        for (Waiter waiter : queue) {
            any |= waiter.wakeIfDone();
        }
        return any;
    }

    void wakeOne() {
        Waiter first = queue.peek();
        if (first != null) {
            LockSupport.unpark(first.thread);
        }
    }
}
