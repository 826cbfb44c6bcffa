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
    record Waiter(Completion completion, Thread thread) {
        void park(Clock clock) {
            clock.park(this, PARK_NS);
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
                LockSupport.unpark(waiter.thread);
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
