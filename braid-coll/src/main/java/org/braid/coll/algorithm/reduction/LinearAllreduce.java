package org.braid.coll.algorithm.reduction;

import org.braid.coll.algorithm.movement.LinearScatter;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Flat allreduce: the vector is cut into P parts; everybody sends rank r part r, which that one combines and sends to everybody. Operands stay in rank order.
 *
 * <p>Cost: 2α + 2(P-1)o + 2(P-1)/P nβ + (P-1)/P nγ. Use when few ranks, each with a core, and messages of middling length: two rounds.
 */
public final class LinearAllreduce {
    private LinearAllreduce() {}

    /** This rank's schedule; pure and local. */
    public static Schedule generate(Shape shape) {
        var steps = new ScheduleBuilder(shape).cut(shape.size());
        combine(steps);
        for (int distance = 1; distance < shape.size(); distance++) {
            int source = Math.floorMod(shape.rank() - distance, shape.size());
            steps.receive(source, Schedule.OUT, source, source + 1);
        }
        for (int distance = 1; distance < shape.size(); distance++) {
            steps.send((shape.rank() + distance) % shape.size(), Schedule.OUT, shape.rank(), shape.rank() + 1);
        }
        return steps.build();
    }

    /** Part r of the result comes to OUT of rank r. */
    private static void combine(ScheduleBuilder steps) {
        Shape shape = steps.shape();
        LinearScatter.append(steps, shape.operand());
        boolean isInTheWay = shape.inPlace() && !shape.commutative() && shape.rank() < shape.size() - 1;
        int home = isInTheWay ? steps.temporaryLike(Schedule.OUT) : Schedule.OUT;
        LinearReduceScatter.combine(steps, shape.operand(), home);
        if (isInTheWay) {
            steps.copy(home, shape.rank(), shape.rank() + 1, Schedule.OUT, shape.rank());
        }
    }
}
