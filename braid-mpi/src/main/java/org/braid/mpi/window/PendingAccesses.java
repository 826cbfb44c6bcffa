package org.braid.mpi.window;

import java.util.ArrayDeque;
import org.braid.base.BraidException;
import org.braid.link.progress.Completion;
import org.braid.mpi.completion.Completions;
import org.jspecify.annotations.Nullable;

/** The accesses to one target that are not known to be over. Any thread. */
final class PendingAccesses {
    /** As many as may wait for their answers; then the next one waits for the first. */
    private static final int MOST = 1024;

    private final ArrayDeque<Completion> pending = new ArrayDeque<>();
    private @Nullable BraidException failure; // of one that was forgotten

    /** One more; waits if there are too many. */
    void add(Completion access, Completions completions) {
        Completion first = null;
        synchronized (this) {
            forgetThoseDone();
            pending.add(access);
            first = pending.size() > MOST ? pending.peek() : null;
        }
        if (first != null) {
            completions.await(first, Long.MAX_VALUE);
        }
    }

    private void forgetThoseDone() {
        for (Completion first = pending.peek(); first != null && first.isDone(); first = pending.peek()) {
            failure = failure == null ? first.failure() : failure;
            pending.poll();
        }
    }

    /**
     * Waits until all are over.
     *
     * @return why one of them has failed, or null
     */
    @Nullable BraidException await(Completions completions) {
        for (Completion first = first(); first != null; first = first()) {
            completions.await(first, Long.MAX_VALUE);
        }
        return takeFailure();
    }

    private synchronized @Nullable Completion first() {
        forgetThoseDone();
        return pending.peek();
    }

    private synchronized @Nullable BraidException takeFailure() {
        BraidException known = failure;
        failure = null;
        return known;
    }
}
