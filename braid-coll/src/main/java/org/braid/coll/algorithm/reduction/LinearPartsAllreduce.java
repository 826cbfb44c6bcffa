package org.braid.coll.algorithm.reduction;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.algorithm.movement.DisseminationAllgather;
import org.braid.coll.algorithm.movement.LinearScatter;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Allreduce in parts: the vector is cut into P parts; everybody sends rank r part r, which that one combines; an allgather by dissemination brings all parts to everybody. Operands stay in rank order.
 *
 * <p>Cost: (1 + lg P)α + (P-1)o + 2(P-1)/P nβ + (P-1)/P nγ. Use when few ranks, each with a core, and messages of middling length.
 */
public final class LinearPartsAllreduce implements Generator {
    @Override
    public Schedule generate(Shape shape, Told told) {
        var steps = new ScheduleBuilder(shape).cut(shape.size());
        combine(steps);
        DisseminationAllgather.append(steps);
        return steps.build();
    }

    /** Part r of the result comes to OUT of rank r. */
    private static void combine(ScheduleBuilder steps) {
        Shape shape = steps.shape();
        LinearScatter.append(steps, shape.operand());
        boolean isInTheWay = shape.inPlace() && !shape.commutative() && shape.rank() < shape.size() - 1;
        int home = isInTheWay ? steps.temporaryLike(Schedule.OUT) : Schedule.OUT;
        LinearReduceScatter.combine(steps, shape.operand(), home, shape.rank());
        if (isInTheWay) {
            steps.copy(home, shape.rank(), shape.rank() + 1, Schedule.OUT, shape.rank());
        }
    }
}
