package org.braid.link.progress;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.braid.link.spi.Clock;
import org.jspecify.annotations.Nullable;

/** The threads that wait while another one polls, in the order in which they began to. The holder of the token wakes each when its completion is done, and one of them to take over when it leaves. */
final class Waiters {
    private final ConcurrentLinkedQueue<Waiter> queue = new ConcurrentLinkedQueue<>();

    /** Plain read by the poller on every turn; written under {@code this}. */
    private volatile int count;

    /** One waiting thread. */
    static final class Waiter {
        private final Completion completion;
        private final Thread thread;

        /** Set by whoever wakes it, and taken back by itself before it looks: nobody is woken twice for one look. */
        private volatile boolean woken;

        private Waiter(Completion completion, Thread thread) {
            this.completion = completion;
            this.thread = thread;
        }

        boolean isVirtual() {
            return thread.isVirtual();
        }

        /** It looks now whether it may go on, and is woken for whatever comes later. */
        void looks() {
            woken = false;
        }

        /** Returns once woken, after {@code atMostNs}, or for no reason. */
        void park(Clock clock, long atMostNs) {
            clock.park(this, atMostNs);
        }

        void wake() {
            if (!woken) {
                woken = true;
                LockSupport.unpark(thread);
            }
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

    void wakeDone() {
        for (Waiter waiter : queue) {
            if (waiter.completion.isDone()) {
                waiter.wake();
            }
        }
    }

    /** Who has waited longest of those that are done and were not woken. Virtual threads, which are not told to run by who polls, are woken on the way. */
    @Nullable Waiter firstDone() {
        for (Waiter waiter : queue) {
            if (waiter.completion.isDone() && !waiter.woken) {
                if (!waiter.isVirtual()) {
                    return waiter;
                }
                waiter.wake();
            }
        }
        return null;
    }

    /** One that may take over, if there is any. */
    void wakeOne() {
        for (Waiter waiter : queue) {
            if (!waiter.isVirtual()) {
                waiter.wake();
                return;
            }
        }
    }
}
