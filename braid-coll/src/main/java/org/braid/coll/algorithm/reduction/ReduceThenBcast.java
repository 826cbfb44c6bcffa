package org.braid.coll.algorithm.reduction;

import org.braid.coll.algorithm.movement.LinearBcast;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Allreduce as a binomial reduction to rank 0 and a flat broadcast from it. Operands stay in rank order.
 *
 * <p>Cost: lg P (α + nβ + nγ) + α + (P-1)(o + nG). Use when long messages and more ranks than cores: a rank needs the processor less often than in exchanges of parts.
 */
public final class ReduceThenBcast {
    private ReduceThenBcast() {}

    /** This rank's schedule; pure and local. */
    public static Schedule generate(Shape shape) {
        var steps = new ScheduleBuilder(shape);
        BinomialReduce.up(steps, 0, shape.rank() == 0 ? Schedule.OUT : BinomialReduce.NOWHERE, 1);
        LinearBcast.append(steps, 0);
        return steps.build();
    }
}
