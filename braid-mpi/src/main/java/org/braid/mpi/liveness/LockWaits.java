package org.braid.mpi.liveness;

import java.util.Set;
import org.braid.base.wire.ContextId;
import org.braid.link.progress.Progress;
import org.braid.mpi.failure.MpiFailure;
import org.jspecify.annotations.Nullable;

/**
 * Waits for locks of windows as the watch over deadlocks sees them (MPI 4.1, section 12.5.3): the waiting thread says before each look that it looks, and behind it whom it has found; from time to time that is compared with
 * what the holders wait for ({@link Deadlocks}).
 */
public final class LockWaits {
    /** Each comparison may look at all threads of the process. */
    private static final long LOOK_NS = 200_000_000;

    private final Progress progress;
    private final Deadlocks deadlocks;
    private @Nullable AwaitedLock awaited; // guarded by the token
    private volatile long lookNs; // several threads may wait; each of them looks rarely

    /** Of a process whose waits these see. */
    public LockWaits(Progress progress, Deadlocks deadlocks) {
        this.progress = progress;
        this.deadlocks = deadlocks;
        this.lookNs = System.nanoTime();
    }

    /** The calling thread, which has waited for a while, is about to look at the lock's word. */
    public void lookBegins() {
        progress.enter();
        try {
            deadlocks.lookAtLockBegins();
        } finally {
            progress.exit();
        }
    }

    /** Whether it is time to say what a look has found. */
    public boolean isDue() {
        long nowNs = System.nanoTime();
        boolean due = nowNs - lookNs >= LOOK_NS;
        lookNs = due ? nowNs : lookNs;
        return due;
    }

    /**
     * The look that was begun last has found these holders.
     *
     * @throws MpiFailure DEADLOCK if they wait for this process
     */
    public void isHeldBy(Set<ContextId> holders) {
        progress.enter();
        try {
            AwaitedLock lock = known(holders);
            deadlocks.look(lock);
            if (lock.failure() instanceof MpiFailure failure) {
                throw failure;
            }
        } finally {
            progress.exit();
        }
    }

    private AwaitedLock known(Set<ContextId> holders) {
        AwaitedLock lock = awaited;
        if (lock == null || !lock.holders().equals(holders)) {
            end();
            lock = new AwaitedLock(holders);
            awaited = lock;
        }
        return lock;
    }

    /** The thread waits no more. */
    public void over() {
        progress.enter();
        try {
            end();
        } finally {
            progress.exit();
        }
    }

    private void end() {
        AwaitedLock lock = awaited;
        if (lock != null) {
            lock.end();
            awaited = null;
        }
    }
}
