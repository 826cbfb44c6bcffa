package org.braid.coll.algorithm.reduction;

import org.braid.coll.algorithm.movement.LinearScatter;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Reduction in parts, flat: the vector is cut into P parts; everybody sends rank r part r, which that one combines and sends to the root. Operands stay in rank order.
 *
 * <p>Cost: 2α + 2(P-1)o + 2(P-1)/P nβ + (P-1)/P nγ. Use when few ranks, each with a core, and messages of middling length: two rounds.
 */
public final class LinearPartsReduce {
    private LinearPartsReduce() {}

    /** This rank's schedule; pure and local. */
    public static Schedule generate(Shape shape) {
        var steps = new ScheduleBuilder(shape).cut(shape.size());
        int part = shape.rank();
        LinearScatter.append(steps, shape.operand());
        boolean isInTheWay = shape.inPlace() && !shape.commutative() && part < shape.size() - 1;
        int home = shape.isRoot() && !isInTheWay ? Schedule.OUT : steps.temporary(shape.size(), shape.size());
        LinearReduceScatter.combine(steps, shape.operand(), home);
        if (!shape.isRoot()) {
            steps.send(shape.root(), home, part, part + 1);
            return steps.build();
        }
        if (isInTheWay) {
            steps.copy(home, part, part + 1, Schedule.OUT, part);
        }
        for (int distance = 1; distance < shape.size(); distance++) {
            int source = shape.fromRoot(distance);
            steps.receive(source, Schedule.OUT, source, source + 1);
        }
        return steps.build();
    }
}
