package org.braid.coll.algorithm.board;

import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Everybody shows its block, once, and reads those of all.
 *
 * <p>Cost: α + (P-1)nG.
 */
final class BoardAllgather {
    private BoardAllgather() {}

    static Schedule generate(Shape shape) {
        var steps = new ScheduleBuilder(shape);
        OwnBlock.show(steps);
        steps.see(Schedule.EVERYBODY, 0, 0, 1, Schedule.OUT, 0);
        return steps.build();
    }
}
