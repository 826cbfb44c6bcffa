package org.braid.coll.algorithm.board;

import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * The root shows what it has, once; the others read it there.
 *
 * <p>Cost: α + nβ, whatever P; the root waits for nobody.
 */
final class BoardBcast {
    private BoardBcast() {}

    static Schedule generate(Shape shape) {
        var steps = new ScheduleBuilder(shape);
        if (shape.isRoot()) {
            steps.show(0, Schedule.OUT, 0, 1);
        } else {
            steps.see(shape.root(), 0, 0, 1, Schedule.OUT, 0);
        }
        return steps.build();
    }
}
