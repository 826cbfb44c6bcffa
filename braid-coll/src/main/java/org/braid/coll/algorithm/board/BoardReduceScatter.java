package org.braid.coll.algorithm.board;

import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Everybody shows its whole vector, whose blocks all know; each rank reads and combines, in the order of ranks, those of which it wants the result, one after the other.
 *
 * <p>Cost: α + nβ + (P-1)(o + (n/P)G + (n/P)γ) for vectors of n.
 */
final class BoardReduceScatter {
    private BoardReduceScatter() {}

    static Schedule generate(Shape shape) {
        int size = shape.size();
        int own = shape.rank();
        var steps = new ScheduleBuilder(shape).places(size);
        steps.show(0, Schedule.IN, 0, size);
        steps.see(size - 1, 0, own, own + 1, Schedule.OUT, own);
        int operand = steps.temporaryLike(Schedule.IN);
        for (int rank = size - 2; rank >= 0; rank--) {
            steps.see(rank, 0, own, own + 1, operand, own);
            steps.reduce(operand, own, own + 1, Schedule.OUT, own);
        }
        return steps.build();
    }
}
