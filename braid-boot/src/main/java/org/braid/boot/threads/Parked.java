package org.braid.boot.threads;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;

/** What becomes of a thread that ends its rank: it does not go on, so that no finally of its program's runs, and can't be ended. */
public final class Parked implements ForkJoinPool.ManagedBlocker {
    private static final Parked FOR_EVER = new Parked();

    private Parked() {}

    /** Does not come back. The thread may be of a pool that all ranks have in common, such as the JDK's: that is told, and has another one in its place. */
    public static Error forEver() {
        try {
            ForkJoinPool.managedBlock(FOR_EVER);
        } catch (InterruptedException | RejectedExecutionException e) {
            boolean ignored = FOR_EVER.block(); // the pool has as many threads as it may
        }
        throw new AssertionError();
    }

    @Override
    public boolean block() {
        while (true) {
            LockSupport.park();
            boolean ignored = Thread.interrupted(); // a thread whose status is set does not park
        }
    }

    @Override
    public boolean isReleasable() {
        return false;
    }
}
