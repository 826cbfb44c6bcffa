package org.braid.coll.algorithm;

import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Allreduce at a centre: flat reduction to rank 0, flat broadcast from it.
 *
 * <p>Cost: 2α + 2(P-1)o + (P-1)nγ. Use when more ranks than cores and short messages: every rank needs the processor once to
 * give and once to get.
 */
final class CentralAllreduce {
    private CentralAllreduce() {}

    static Schedule generate(Shape shape) {
        var steps = new ScheduleBuilder(shape);
        LinearReduce.append(steps, 0);
        LinearBcast.append(steps, 0);
        return steps.build();
    }
}
