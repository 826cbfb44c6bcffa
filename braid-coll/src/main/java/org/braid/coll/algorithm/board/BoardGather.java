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
        if (shape.inPlace()) {
            steps.show(0, Schedule.OUT, shape.rank(), shape.rank() + 1);
        } else {
            steps.show(0, Schedule.IN, 0, 1);
        }
        if (shape.isRoot()) {
            steps.see(Schedule.EVERYBODY, 0, 0, 1, Schedule.OUT, 0);
        }
        return steps.build();
    }
}
