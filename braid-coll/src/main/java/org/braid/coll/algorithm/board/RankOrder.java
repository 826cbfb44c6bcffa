package org.braid.coll.algorithm.board;

import org.braid.coll.algorithm.multilevel.Canonical;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;

/**
 * Combining what all have shown: operands keep the order of ranks, whether they may be exchanged or not, and stand in the brackets of the {@linkplain Canonical canonical tree}, so that a reproducible reduction gives the same bits here as by messages.
 * That takes as many combinations as any other brackets.
 */
public final class RankOrder {
    private RankOrder() {}

    /** The target becomes the combination of the operands that so many members, all who share the memory, have shown in that phase. */
    public static void append(ScheduleBuilder steps, int phase, int members, int target) {
        append(steps, phase, members, 0, target, 0);
    }

    /** Unit {@code targetFrom} of the target becomes the combination of unit {@code unit} of what they have shown. */
    static void append(ScheduleBuilder steps, int phase, int members, int unit, int target, int targetFrom) {
        int all = steps.temporary(1, members);
        steps.see(Schedule.EVERYBODY, phase, unit, unit + 1, all, 0);
        combine(steps, all, 0, members);
        steps.copy(all, members - 1, members, target, targetFrom);
    }

    /** The last of these buffers, each of so many units, becomes the combination of all of them. */
    public static void combineVectors(ScheduleBuilder steps, int[] vectors, int units) {
        combineVectors(steps, vectors, units, 0, vectors.length);
    }

    private static void combineVectors(ScheduleBuilder steps, int[] vectors, int units, int first, int end) {
        if (end - first > 1) {
            int middle = Canonical.middle(first, end);
            combineVectors(steps, vectors, units, first, middle);
            combineVectors(steps, vectors, units, middle, end);
            steps.reduce(vectors[middle - 1], 0, units, vectors[end - 1], 0);
        }
    }

    /** Unit {@code end - 1} of the buffer becomes the combination of units {@code [first, end)}. */
    static void combine(ScheduleBuilder steps, int all, int first, int end) {
        if (end - first > 1) {
            int middle = Canonical.middle(first, end);
            combine(steps, all, first, middle);
            combine(steps, all, middle, end);
            steps.reduce(all, middle - 1, middle, all, end - 1);
        }
    }
}
