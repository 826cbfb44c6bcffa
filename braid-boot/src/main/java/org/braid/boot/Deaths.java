package org.braid.boot;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * How ranks have died, as far as the launcher has said. Written by the thread that reads the control pipe, which needs no context's token for it: so who holds one may wait here for
 * the word. Any thread.
 */
final class Deaths {
    /** The launcher learns of an end in milliseconds; a busy machine may make many of them. */
    static final long PATIENCE_NS = 1_000_000_000L;

    private static final int DEEPEST = 16;

    private final long patienceNs;
    private final Map<Integer, BraidException> told = new LinkedHashMap<>(); // guarded by this
    private final Set<Integer> askedFor = new HashSet<>(); // guarded by this

    /** @param patienceNs how long {@link #of} waits */
    Deaths(long patienceNs) {
        this.patienceNs = patienceNs;
    }

    /** The launcher's word. */
    synchronized BraidException add(int rank, String how) {
        BraidException death = new BraidException(ErrorCode.PEER_LOST, "Rank " + rank + " has died", "it " + how, "See the last words of that rank");
        told.putIfAbsent(rank, death);
        notifyAll();
        return death;
    }

    /** Why a rank does not answer whose process is known to have ended. The kernel's news are quicker than the launcher's, so its word is waited for, once for each rank. */
    synchronized BraidException of(int rank) {
        if (askedFor.add(rank)) {
            awaitAny();
        }
        BraidException known = known(rank);
        return known != null ? known : ended(ErrorCode.PEER_ENDED, rank, "it had done its part, and nothing reaches it any more");
    }

    /** Why a rank is lost, as far as the launcher has said; null if it has said nothing. */
    synchronized @Nullable BraidException known(int rank) {
        BraidException own = told.get(rank);
        return own != null || told.isEmpty() ? own : ended(ErrorCode.PEER_LOST, rank, "the job ends: " + first());
    }

    /** Whether something was thrown for want of a peer while a rank is known to have died. */
    synchronized boolean areCauseOf(Throwable thrown) {
        Throwable each = told.isEmpty() ? null : thrown;
        for (int depth = 0; each != null && depth < DEEPEST; depth++) { // causes may go in a circle
            if (each instanceof BraidException lost && lost.code() == ErrorCode.PEER_LOST) {
                return true;
            }
            each = each.getCause();
        }
        return false;
    }

    /** The launcher speaks of one rank, whose end is that of the others too. */
    private void awaitAny() {
        long deadlineNs = System.nanoTime() + patienceNs;
        boolean interrupted = false;
        for (long leftNs = patienceNs; told.isEmpty() && leftNs > 0; leftNs = deadlineNs - System.nanoTime()) {
            try {
                TimeUnit.NANOSECONDS.timedWait(this, leftNs);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private String first() {
        BraidException first = told.values().iterator().next();
        return first.what() + ", " + first.why();
    }

    private static BraidException ended(ErrorCode code, int rank, String why) {
        return new BraidException(code, "Rank " + rank + " has ended", why, "Let every rank finalize after the last message to and from it");
    }
}
