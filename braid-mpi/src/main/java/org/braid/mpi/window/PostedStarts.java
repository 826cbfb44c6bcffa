package org.braid.mpi.window;

import org.braid.base.BraidException;
import org.braid.mpi.completion.Completions;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.p2p.LcoSlots;
import org.braid.mpi.p2p.Request;
import org.jspecify.annotations.Nullable;

/**
 * General active target synchronization (MPI 4.1, section 12.5.2), by empty messages of the window's own communicator: so whoever waits for a rank that has died, has left or waits itself is told as in any receive.
 *
 * <pre>
 *   target   post  ── POSTED ──>  start     origin
 *            wait  <── COMPLETED ──  complete
 * </pre>
 *
 * A call that has failed with one rank says to all others what they wait for, and takes what they say, whenever that comes: so they go on, and what they have said is no answer to a later call.
 */
final class PostedStarts {
    private static final int POSTED = 1;
    private static final int COMPLETED = 2;

    private final Lco comm;
    private final Completions completions;
    private Request[] expected = {}; // of those that the memory is exposed to

    PostedStarts(Lco comm) {
        this.comm = comm;
        this.completions = comm.completions();
    }

    /** @param announced whether the origins wait for it */
    void post(int[] origins, boolean announced) {
        Request[] coming = new Request[origins.length];
        BraidException failure = null;
        for (int i = 0; i < origins.length; i++) {
            try {
                coming[i] = comm.irecv(null, 0, 0, 0, origins[i], COMPLETED);
            } catch (BraidException ended) {
                failure = ended;
                coming[i] = nothing();
            }
        }
        BraidException untold = announced ? tell(origins, POSTED) : null;
        failure = failure == null ? untold : failure;
        if (failure != null) {
            forget(coming);
            throw failure;
        }
        expected = coming;
    }

    /** Waits until all of them have posted. */
    void start(int[] targets) {
        int met = 0;
        try {
            while (met < targets.length) {
                completions.finish(comm.irecv(null, 0, 0, 0, targets[met], POSTED));
                met++;
            }
        } finally {
            if (met < targets.length) {
                giveUp(targets, met);
            }
        }
    }

    /** Those that have not posted yet will; nothing is accessed in the epoch that they open. */
    private void giveUp(int[] targets, int from) {
        for (int i = from; i < targets.length; i++) {
            try {
                completions.releaseWhenDone(comm.irecv(null, 0, 0, 0, targets[i], POSTED));
            } catch (BraidException ended) {
                continue; // nothing comes from there
            }
        }
        BraidException ignored = tell(targets, COMPLETED);
    }

    /** Tells all of them. What has failed is thrown once all that can be told are. */
    void complete(int[] targets) {
        BraidException failure = tell(targets, COMPLETED);
        if (failure != null) {
            throw failure;
        }
    }

    /** Tells all that can be told, since each waits for it; why another one cannot be, or null. */
    private @Nullable BraidException tell(int[] ranks, int what) {
        BraidException failure = null;
        for (int rank : ranks) {
            try {
                comm.send(null, 0, 0, 0, rank, what);
            } catch (BraidException ended) {
                failure = ended;
            }
        }
        return failure;
    }

    private Request nothing() {
        return comm.irecv(null, 0, 0, 0, LcoSlots.PROC_NULL, COMPLETED);
    }

    private void forget(Request[] coming) {
        for (Request each : coming) {
            completions.releaseWhenDone(each);
        }
    }

    /** Whether all origins have completed, after one look. */
    boolean haveCompleted() {
        for (Request each : expected) {
            if (!completions.test(each)) {
                return false;
            }
        }
        return true;
    }

    /** Waits until all origins have completed. What has failed is thrown once all are over. */
    void await() {
        Request[] coming = expected;
        expected = new Request[0];
        RuntimeException failure = null;
        for (Request each : coming) {
            try {
                completions.finish(each);
            } catch (RuntimeException failed) {
                failure = failed;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
