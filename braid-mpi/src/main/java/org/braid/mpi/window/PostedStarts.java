package org.braid.mpi.window;

import java.util.Arrays;
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
 *   target   post  ── POSTED ──>  start     origin        a byte that says whether the program asserts MODE_NOCHECK there
 *            wait  <── COMPLETED ──  complete
 * </pre>
 *
 * With that assertion, too, POSTED is sent, and taken: it only need not be waited for before the accesses. So what one side alone asserts is found out, and no message of one epoch is left for another.
 *
 * A call that has failed with one rank says to all others what they wait for, and takes what they say, whenever that comes: so they go on, and what they have said is no answer to a later call.
 */
final class PostedStarts {
    private static final int POSTED = 1;
    private static final int COMPLETED = 2;

    private final Lco comm;
    private final Completions completions;
    private Request[] expected = {}; // of those that the memory is exposed to
    private Request[] posts = {}; // of those whose memory is accessed, which assert that they have posted
    private byte[] assertions = {}; // of each of them, once its message is here
    private boolean waited; // at the start, for all of them

    PostedStarts(Lco comm) {
        this.comm = comm;
        this.completions = comm.completions();
    }

    /** @param checked false if the program asserts that no origin needs to wait for it */
    void post(int[] origins, boolean checked) {
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
        BraidException untold = tell(origins, POSTED, (byte) (checked ? 0 : 1));
        failure = failure == null ? untold : failure;
        if (failure != null) {
            forget(coming);
            throw failure;
        }
        expected = coming;
    }

    /**
     * Waits until all of them have posted.
     *
     * @param waits false if the program asserts that they have: then {@link #complete} waits, after the accesses
     */
    void start(int[] targets, boolean waits) {
        byte[] said = new byte[targets.length];
        Request[] coming = new Request[waits ? 0 : targets.length];
        int met = 0;
        try {
            while (met < targets.length) {
                Request post = comm.irecv(said, met, 1, 0, targets[met], POSTED);
                if (waits) {
                    completions.finish(post);
                } else {
                    coming[met] = post;
                }
                met++;
            }
        } finally {
            if (met < targets.length) {
                forget(Arrays.copyOf(coming, Math.min(met, coming.length)));
                giveUp(targets, met);
            }
        }
        posts = coming;
        assertions = said;
        waited = waits;
    }

    /** Those that have not posted yet will; nothing is accessed in the epoch that they open. */
    private void giveUp(int[] targets, int from) {
        for (int i = from; i < targets.length; i++) {
            try {
                completions.releaseWhenDone(comm.irecv(new byte[1], 0, 1, 0, targets[i], POSTED));
            } catch (BraidException ended) {
                continue; // nothing comes from there
            }
        }
        BraidException ignored = tell(targets, COMPLETED);
    }

    /**
     * Tells all of them. What has failed is thrown once all that can be told are.
     *
     * @return the first one whose post has asserted what this rank's start has not, or the other way round; -1 if there is none
     */
    int complete(int[] targets) {
        RuntimeException failure = finish(posts);
        posts = new Request[0];
        BraidException untold = tell(targets, COMPLETED);
        throwIf(failure == null ? untold : failure);
        for (int i = 0; i < targets.length; i++) {
            if ((assertions[i] != 0) == waited) {
                return targets[i];
            }
        }
        return -1;
    }

    private static void throwIf(@Nullable RuntimeException failure) {
        if (failure != null) {
            throw failure;
        }
    }

    /** Tells all that can be told, since each waits for it; why another one cannot be, or null. */
    private @Nullable BraidException tell(int[] ranks, int what, byte... words) {
        BraidException failure = null;
        for (int rank : ranks) {
            try {
                comm.send(words, 0, words.length, 0, rank, what);
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
        throwIf(finish(coming));
    }

    /** Waits until all are done; why one has failed, or null. */
    private @Nullable RuntimeException finish(Request[] coming) {
        RuntimeException failure = null;
        for (Request each : coming) {
            try {
                completions.finish(each);
            } catch (RuntimeException failed) {
                failure = failed;
            }
        }
        return failure;
    }
}
