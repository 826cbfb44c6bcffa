package org.braid.coll.algorithm.reduction;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.algorithm.movement.LinearBcast;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Allreduce at a centre: flat reduction to rank 0, flat broadcast from it.
 *
 * <p>Cost: 2α + 2(P-1)o + (P-1)nγ. Use when more ranks than cores and short messages: every rank needs the processor once to
 * give and once to get.
 */
public final class CentralAllreduce implements Generator {
    @Override
    public Schedule generate(Shape shape, Told told) {
        var steps = new ScheduleBuilder(shape);
        LinearReduce.append(steps, 0);
        LinearBcast.append(steps, 0);
        return steps.build();
    }
}
