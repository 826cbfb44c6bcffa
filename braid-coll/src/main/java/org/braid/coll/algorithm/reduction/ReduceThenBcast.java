package org.braid.coll.algorithm.reduction;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.algorithm.movement.BinomialBcast;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Allreduce as a binomial reduction to rank 0 and a binomial broadcast from it. Operands stay in rank order.
 *
 * <p>Cost: 2 lg P (α + nβ) + lg P nγ. Use when long messages and more ranks than cores: a rank needs the processor less often than in exchanges of parts.
 */
public final class ReduceThenBcast implements Generator {
    @Override
    public Schedule generate(Shape shape, Told told) {
        var steps = new ScheduleBuilder(shape);
        BinomialReduce.up(steps, 0, shape.rank() == 0 ? Schedule.OUT : BinomialReduce.NOWHERE, 1);
        BinomialBcast.append(steps, 0, 1);
        return steps.build();
    }
}
