package org.braid.coll.algorithm.board;

import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;

/** Combining what all have shown: x₀ ∘ (x₁ ∘ (… ∘ x₍P-1₎)), so that operands keep the order of ranks, whether they may be exchanged or not. */
final class RankOrder {
    private RankOrder() {}

    /** OUT becomes the combination of the operands that all have shown in that phase. */
    static void append(ScheduleBuilder steps, int phase) {
        int last = steps.shape().size() - 1;
        int all = steps.temporary(1, last + 1);
        steps.see(Schedule.EVERYBODY, phase, 0, 1, all, 0);
        steps.copy(all, last, last + 1, Schedule.OUT, 0);
        for (int rank = last - 1; rank >= 0; rank--) {
            steps.reduce(all, rank, rank + 1, Schedule.OUT, 0);
        }
    }
}
