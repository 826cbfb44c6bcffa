package org.braid.mpi.window;

import org.braid.base.BraidException;
import org.braid.mpi.completion.Completions;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.p2p.Request;

/**
 * General active target synchronization (MPI 4.1, section 12.5.2), by empty messages of the window's own communicator: so whoever waits for a rank that has died, has left or waits itself is told as in any receive.
 *
 * <pre>
 *   target   post  ── POSTED ──>  start     origin
 *            wait  <── COMPLETED ──  complete
 * </pre>
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
        for (int i = 0; i < origins.length; i++) {
            coming[i] = comm.irecv(null, 0, 0, 0, origins[i], COMPLETED);
        }
        expected = coming;
        for (int i = 0; announced && i < origins.length; i++) {
            comm.send(null, 0, 0, 0, origins[i], POSTED);
        }
    }

    /** Waits until all of them have posted. */
    void start(int[] targets) {
        for (int target : targets) {
            completions.finish(comm.irecv(null, 0, 0, 0, target, POSTED));
        }
    }

    /** Tells all of them. What has failed is thrown once all that can be told are. */
    void complete(int[] targets) {
        BraidException failure = null;
        for (int target : targets) {
            try {
                comm.send(null, 0, 0, 0, target, COMPLETED);
            } catch (BraidException ended) {
                failure = ended; // the others wait for theirs
            }
        }
        if (failure != null) {
            throw failure;
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
