package org.braid.coll.algorithm.board;

import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Everybody shows its block; the root reads them all.
 *
 * <p>Cost: α + (P-1)nG at the root; the others wait for nobody.
 */
final class BoardGather {
    private BoardGather() {}

    static Schedule generate(Shape shape) {
        var steps = new ScheduleBuilder(shape);
        OwnBlock.show(steps);
        if (shape.isRoot()) {
            steps.see(Schedule.EVERYBODY, 0, 0, 1, Schedule.OUT, 0);
        }
        return steps.build();
    }
}
