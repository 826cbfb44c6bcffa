package org.braid.coll.algorithm.board;

import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;

/** Combining what all have shown: x₀ ∘ (x₁ ∘ (… ∘ x₍m-1₎)), so that operands keep the order of ranks, whether they may be exchanged or not. */
public final class RankOrder {
    private RankOrder() {}

    /** The target becomes the combination of the operands that so many members, all who share the memory, have shown in that phase. */
    public static void append(ScheduleBuilder steps, int phase, int members, int target) {
        append(steps, phase, members, 0, target, 0);
    }

    /** Unit {@code targetFrom} of the target becomes the combination of unit {@code unit} of what they have shown. */
    static void append(ScheduleBuilder steps, int phase, int members, int unit, int target, int targetFrom) {
        int last = members - 1;
        int all = steps.temporary(1, members);
        steps.see(Schedule.EVERYBODY, phase, unit, unit + 1, all, 0);
        steps.copy(all, last, last + 1, target, targetFrom);
        for (int member = last - 1; member >= 0; member--) {
            steps.reduce(all, member, member + 1, target, targetFrom);
        }
    }
}
