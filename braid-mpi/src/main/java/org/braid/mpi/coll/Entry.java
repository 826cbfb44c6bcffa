package org.braid.mpi.coll;

import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Lets in whoever moves the calls of one communicator on: one thread at a time, and no second time from further down, out of an operator's function or a handler.
 *
 * <p>Where several threads may call, a lock guards all that is behind it; who is inside holds it, also while a blocking call waits. Threads that wait for something else find it taken and go on.
 */
final class Entry {
    private final @Nullable ReentrantLock lock;
    private final Runnable last;

    /** A call is being moved on right now, by this thread further up if it has the lock. Guarded by the lock. */
    private boolean inside;

    /** @param last is run by whoever leaves, who still holds the lock */
    Entry(boolean threadMultiple, Runnable last) {
        this.lock = threadMultiple ? new ReentrantLock() : null;
        this.last = last;
    }

    /** For what changes nothing that a call depends on; {@link #unlock} pairs with it. */
    void lock() {
        if (lock != null) {
            lock.lock();
        }
    }

    /** As {@link #lock}, unless another thread has it. */
    boolean tryLock() {
        return lock == null || lock.tryLock();
    }

    void unlock() {
        if (lock != null) {
            lock.unlock();
        }
    }

    /** Whether somebody is inside: this thread, if it holds the lock. */
    boolean isInside() {
        return inside;
    }

    /**
     * As {@link #lock}, where nobody is inside.
     *
     * @throws org.braid.mpi.failure.MpiFailure if this thread is
     */
    void lockOutside() {
        lock();
        if (inside) {
            unlock();
            throw CollectiveFailures.inside();
        }
    }

    /** As {@link #lockOutside}; false where another thread has the lock, or this one is inside. */
    boolean tryLockOutside() {
        if (!tryLock()) {
            return false;
        }
        if (inside) {
            unlock();
            return false;
        }
        return true;
    }

    /** Goes inside; {@link #leave} pairs with it. Throws as {@link #lockOutside} does. */
    void enter() {
        lockOutside();
        inside = true;
    }

    /** As {@link #enter}; false where another thread has the lock, or this one is inside. */
    boolean tryEnter() {
        if (!tryLockOutside()) {
            return false;
        }
        inside = true;
        return true;
    }

    void leave() {
        inside = false;
        try {
            last.run();
        } finally {
            unlock();
        }
    }
}
