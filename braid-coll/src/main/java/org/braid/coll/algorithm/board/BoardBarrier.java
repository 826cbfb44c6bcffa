package org.braid.coll.algorithm.board;

import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Everybody shows that it is there, and looks until all are.
 *
 * <p>Cost: α + (P-1)o.
 */
final class BoardBarrier {
    private BoardBarrier() {}

    static Schedule generate(Shape shape) {
        var steps = new ScheduleBuilder(shape).places(0);
        steps.show(0, Schedule.IN, 0, 0);
        steps.see(Schedule.EVERYBODY, 0, 0, 0, Schedule.OUT, 0);
        return steps.build();
    }

    /** The first half. */
    static Schedule announcement(Shape shape) {
        var steps = new ScheduleBuilder(shape).places(0);
        steps.show(0, Schedule.IN, 0, 0);
        return steps.build();
    }
}
