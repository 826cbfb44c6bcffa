package org.braid.mpi.window;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.braid.base.BraidException;
import org.braid.link.progress.Completion;
import org.braid.mpi.completion.Completions;
import org.jspecify.annotations.Nullable;

/** The accesses to one target that are not known to be over. Any thread. */
final class PendingAccesses {
    /** As many as may wait for their answers; then the next one waits for the first. */
    private static final int MOST = 1024;

    private final ArrayDeque<Completion> pending = new ArrayDeque<>();
    private final Set<Completion> ofRequests = Collections.newSetFromMap(new IdentityHashMap<>()); // of the pending ones
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

    /** Whoever waits for the request of this access, the last one that was added by this thread, is told if it fails. A request is always waited for (MPI 4.1, section 12.3.5). */
    synchronized void leaveToRequest(Completion access) {
        if (pending.contains(access)) {
            ofRequests.add(access);
        }
    }

    private void forgetThoseDone() {
        for (Completion first = pending.peek(); first != null && first.isDone(); first = pending.peek()) {
            boolean isToldElsewhere = !ofRequests.isEmpty() && ofRequests.remove(first);
            failure = failure == null && !isToldElsewhere ? first.failure() : failure;
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
