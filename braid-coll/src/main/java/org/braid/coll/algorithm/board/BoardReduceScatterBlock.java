package org.braid.coll.algorithm.board;

import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Everybody shows its whole vector; each rank reads and combines, in the order of ranks, those blocks of which it wants the result.
 *
 * <p>Cost: α + Pnβ + (P-1)(nG + nγ).
 */
final class BoardReduceScatterBlock {
    private BoardReduceScatterBlock() {}

    static Schedule generate(Shape shape) {
        var steps = new ScheduleBuilder(shape).places(shape.size());
        steps.show(0, Schedule.IN, 0, shape.size());
        RankOrder.append(steps, 0, shape.size(), shape.rank(), Schedule.OUT, shape.rank());
        return steps.build();
    }
}
