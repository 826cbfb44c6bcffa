package org.braid.coll.algorithm.board;

import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Everybody shows all its blocks, once, and reads from each the one that is its own.
 *
 * <p>Cost: α + Pnβ + (P-1)nG.
 */
final class BoardAlltoall {
    private BoardAlltoall() {}

    static Schedule generate(Shape shape) {
        var steps = new ScheduleBuilder(shape).places(shape.size());
        steps.show(0, Schedule.IN, 0, shape.size());
        steps.see(Schedule.EVERYBODY, 0, shape.rank(), shape.rank() + 1, Schedule.OUT, 0);
        return steps.build();
    }
}
