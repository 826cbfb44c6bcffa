package org.braid.mpix;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.braid.link.progress.Completion;
import org.braid.mpi.completion.Completions;
import org.jspecify.annotations.Nullable;

/**
 * A future whose {@link #join} and {@link #get()} are calls of MPI: a platform thread that waits makes progress meanwhile, for this one and for everything else. Virtual threads park, as in any call of MPI. The same holds of what
 * {@code thenApply} and its kin make of it.
 */
class MpiFuture<T> extends CompletableFuture<T> {
    /** How soon a thread that waits sees that it was interrupted, or that the program has completed the future itself. */
    private static final long LOOK_NS = 20_000_000;

    private final Completions completions;

    /** What this was derived from, perhaps in several steps, and what a thread that waits for this waits for first. */
    private final @Nullable RequestFuture origin;

    private @Nullable Completion told; // guarded by this

    MpiFuture(Completions completions, @Nullable RequestFuture origin) {
        this.completions = completions;
        this.origin = origin;
    }

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new MpiFuture<>(completions, this instanceof RequestFuture own ? own : origin);
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

    private boolean await(long timeoutNs, boolean untilInterrupted) {
        if (!isDone() && !Thread.currentThread().isVirtual()) {
            poll(timeoutNs, untilInterrupted);
        }
        return isDone();
    }

    /** Polls until this is done, the time is over, or the thread is interrupted, where that counts. */
    void poll(long timeoutNs, boolean untilInterrupted) {
        RequestFuture first = origin;
        long leftNs = timeoutNs;
        while (first != null && !first.isDone() && !isDone() && leftNs > 0 && !(untilInterrupted && Thread.currentThread().isInterrupted())) {
            first.poll(Math.min(leftNs, LOOK_NS), untilInterrupted);
            leftNs -= timeoutNs == Long.MAX_VALUE ? 0 : LOOK_NS;
        }
        if (!isDone() && leftNs > 0) {
            pollForThis(leftNs, untilInterrupted);
        }
    }

    final void pollForThis(long timeoutNs, boolean untilInterrupted) {
        boolean ignored = poll(told(), timeoutNs, untilInterrupted);
    }

    /** Done when this is. One for all who wait, however often: a program may look at this with a timeout for hours. */
    private Completion told() {
        Completion made;
        synchronized (this) {
            if (told != null) {
                return told;
            }
            made = new Completion();
            told = made;
        }
        CompletableFuture<T> tells = whenComplete((value, failure) -> completions.complete(made));
        return made;
    }

    /** As above, or until {@code awaited} is done; whether it is. */
    final boolean poll(Completion awaited, long timeoutNs, boolean untilInterrupted) {
        long leftNs = timeoutNs;
        while (!awaited.isDone() && !isDone() && leftNs > 0 && !(untilInterrupted && Thread.currentThread().isInterrupted())) {
            long sliceNs = Math.min(leftNs, LOOK_NS);
            boolean ignored = completions.await(awaited, sliceNs);
            leftNs -= timeoutNs == Long.MAX_VALUE ? 0 : sliceNs;
        }
        return awaited.isDone();
    }
}
