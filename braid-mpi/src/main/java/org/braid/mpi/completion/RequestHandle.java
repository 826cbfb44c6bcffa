package org.braid.mpi.completion;

import org.braid.mpi.p2p.Refusals;
import org.braid.mpi.p2p.Request;
import org.jspecify.annotations.Nullable;

/**
 * What a user of MPI holds: a reference to a pooled {@link Request} and the generation it had, so that a handle that is used after its request was given back is noticed. The façade's
 * request extends it; arrays of those can be waited for as they are.
 */
public abstract class RequestHandle {
    private @Nullable Request request;
    private int generation;

    /**
     * @param request null for MPI_REQUEST_NULL
     */
    protected RequestHandle(@Nullable Request request) {
        hold(request);
    }

    /** Makes this the handle of another request: for persistent communication. */
    protected final void hold(@Nullable Request next) {
        request = next;
        generation = next == null ? 0 : next.generation();
    }

    /** The request, or null if there is none (any more). */
    public final @Nullable Request request() {
        Request r = request;
        if (r != null && r.generation() != generation) {
            throw Refusals.staleRequest();
        }
        return r;
    }

    /** Gives the request back after its results were read; the handle is null from here on. */
    public final void release(Completions completions) {
        Request r = request();
        if (r != null) {
            request = null;
            completions.release(r);
        }
    }

    /**
     * As {@link #release}, by a caller that holds the token, if there is nothing to read.
     *
     * @return false if the request has an error or an attachment; then it is still held
     */
    final boolean giveBack(Completions completions) {
        Request r = request;
        if (r == null || r.hasNews()) {
            return r == null;
        }
        request = null;
        completions.giveBack(r);
        return true;
    }
}
