package org.braid.coll.algorithm.board;

import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * The root shows all blocks, once; everybody reads its own.
 *
 * <p>Cost: α + Pnβ at the root, α + nβ elsewhere.
 */
final class BoardScatter {
    private BoardScatter() {}

    static Schedule generate(Shape shape) {
        var steps = new ScheduleBuilder(shape).places(shape.size());
        int rank = shape.rank();
        if (shape.isRoot()) {
            steps.show(0, Schedule.IN, 0, shape.size());
        }
        if (!shape.inPlace()) {
            steps.see(shape.root(), 0, rank, rank + 1, Schedule.OUT, 0);
        }
        return steps.build();
    }
}
