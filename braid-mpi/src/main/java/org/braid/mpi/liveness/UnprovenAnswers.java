package org.braid.mpi.liveness;

import java.util.ArrayList;
import java.util.List;
import org.braid.mpi.liveness.deadlock.Blocked;
import org.braid.mpi.liveness.deadlock.KnotDetection;

/**
 * What holders of a lock have said of their waits, before the lock's word was looked at again. A holder may have given the lock back before it was blocked, and the word is changed by another way than its answer
 * comes: only a look that was begun behind the answer, and finds the same holders, makes it true that this process goes on after them.
 *
 * <pre>
 *   answer comes ──> unproven ── the next look begins ──> to be proved ── that look finds the same holders ──> heeded
 * </pre>
 *
 * Guarded by the context's token.
 */
final class UnprovenAnswers {
    /** Between two looks; more are dropped, and what they would have proved is not told. */
    private static final int MOST = 1 << 10;

    private record Answer(long rank, int askedIn, int itsWait, List<Blocked> news) {}

    private final List<Answer> unproven = new ArrayList<>();
    private final List<Answer> toBeProved = new ArrayList<>();

    void add(long rank, int askedIn, int itsWait, List<Blocked> news) {
        if (unproven.size() + toBeProved.size() < MOST) {
            unproven.add(new Answer(rank, askedIn, itsWait, news));
        }
    }

    /** A look begins. */
    void lookBegins() {
        toBeProved.addAll(unproven);
        unproven.clear();
    }

    /** It has found the same holders. */
    void heed(KnotDetection core, long nowNs) {
        List<Answer> proved = List.copyOf(toBeProved);
        toBeProved.clear();
        for (Answer each : proved) {
            core.answered(each.rank, each.askedIn, each.itsWait, each.news, nowNs);
        }
    }

    /** It has found others, or nobody. */
    void drop() {
        unproven.clear();
        toBeProved.clear();
    }
}
