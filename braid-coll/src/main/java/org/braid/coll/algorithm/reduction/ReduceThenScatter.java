package org.braid.coll.algorithm.reduction;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.algorithm.movement.LinearScatter;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Reduce-scatter, also with a block table, as a binomial reduction to rank 0 and a flat scatter. Operands stay in rank order.
 *
 * <p>Cost: lg P (α + Pnβ + Pnγ) + α + (P-1)(o + nβ) with n bytes per block. Use when short blocks, or an operator that does not commute.
 */
public final class ReduceThenScatter implements Generator {
    @Override
    public Schedule generate(Shape shape, Told told) {
        var steps = new ScheduleBuilder(shape);
        int reduced = BinomialReduce.up(steps, 0, BinomialReduce.NOWHERE, shape.size());
        if (shape.rank() == 0) {
            LinearScatter.append(steps, reduced);
            steps.copy(reduced, 0, 1, Schedule.OUT, 0);
        } else {
            steps.receive(0, Schedule.OUT, shape.rank(), shape.rank() + 1);
        }
        return steps.build();
    }
}
