package org.braid.coll.algorithm.movement;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Allgather as a flat gather to rank 0 and a binomial broadcast from it.
 *
 * <p>Cost: α + (P-1)(o + nβ) + lg P (α + Pnβ). Use when more ranks than cores and long blocks: a rank needs the processor less often than in exchanges.
 */
public final class GatherThenBcast implements Generator {
    @Override
    public Schedule generate(Shape shape, Told told) {
        var steps = new ScheduleBuilder(shape);
        if (shape.rank() == 0) {
            LinearAllgather.placeOwn(steps);
            for (int peer = 1; peer < shape.size(); peer++) {
                steps.receive(peer, Schedule.OUT, peer, peer + 1);
            }
        } else {
            LinearAllgather.sendOwn(steps, 0);
        }
        BinomialBcast.append(steps, 0, shape.size());
        return steps.build();
    }
}
