package org.braid.mpix;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.braid.mpi.completion.Completions;
import org.braid.mpi.p2p.Request;

/**
 * A future whose {@link #join} and {@link #get()} are calls of MPI: a platform thread that waits makes progress meanwhile, for this one and for everything else. Virtual threads park, as in any call of MPI. The same holds of what
 * {@code thenApply} and its kin make of it.
 */
class MpiFuture<T> extends CompletableFuture<T> {
    /** How soon a thread that waits in {@link #get()} sees that it was interrupted. */
    private static final long INTERRUPT_NS = 20_000_000;

    final Completions completions;

    MpiFuture(Completions completions) {
        this.completions = completions;
    }

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new MpiFuture<>(completions);
    }

    @Override
    public T join() {
        boolean ignored = await(Long.MAX_VALUE, false);
        return super.join();
    }

    @Override
    public T get() throws InterruptedException, ExecutionException {
        boolean ignored = await(Long.MAX_VALUE, true);
        return super.get();
    }

    @Override
    public T get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        long deadlineNs = System.nanoTime() + unit.toNanos(timeout);
        boolean ignored = await(unit.toNanos(timeout), true);
        return super.get(Math.max(0, deadlineNs - System.nanoTime()), TimeUnit.NANOSECONDS);
    }

    /** Polls until this is done, the time is over, or the thread is interrupted, where that counts. */
    private boolean await(long timeoutNs, boolean untilInterrupted) {
        if (isDone() || Thread.currentThread().isVirtual()) {
            return isDone();
        }
        Request told = completions.begin();
        CompletableFuture<T> tells = whenComplete((value, failure) -> completions.end(told, null));
        long leftNs = timeoutNs;
        while (!isDone() && leftNs > 0 && !(untilInterrupted && Thread.currentThread().isInterrupted())) {
            long sliceNs = untilInterrupted ? Math.min(leftNs, INTERRUPT_NS) : leftNs;
            boolean ignored = completions.await(told, sliceNs);
            leftNs -= timeoutNs == Long.MAX_VALUE ? 0 : sliceNs;
        }
        completions.releaseWhenDone(told);
        return tells.isDone();
    }
}
