package org.braid.coll.algorithm.reduction;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Reduction in parts: the vector is cut into P parts; everybody sends each rank its part, counted from the root, which that one combines and sends the root. Operands stay in rank order.
 *
 * <p>Cost: 2α + 2(P-1)o + 2(P-1)/P nβ + (P-1)/P nγ. Use when few ranks, each with a core, and messages of middling length.
 */
public final class LinearPartsReduce implements Generator {
    @Override
    public Schedule generate(Shape shape, Told told) {
        var reduce = new Reduce(shape);
        reduce.gather(reduce.combine());
        return reduce.steps.build();
    }

    /** What one rank does. */
    private static final class Reduce {
        final Shape shape;
        final ScheduleBuilder steps;
        final int part;

        Reduce(Shape shape) {
            this.shape = shape;
            this.steps = new ScheduleBuilder(shape).cut(shape.size());
            this.part = shape.rankFromRoot();
        }

        /** The buffer in which this rank's part is complete. */
        int combine() {
            for (int distance = 1; distance < shape.size(); distance++) {
                int target = (part + distance) % shape.size();
                steps.send(shape.fromRoot(target), shape.operand(), target, target + 1);
            }
            boolean isInTheWay = shape.inPlace() && !shape.commutative() && shape.rank() < shape.size() - 1;
            int home = shape.isRoot() && !isInTheWay ? Schedule.OUT : steps.temporary(shape.size(), shape.size());
            LinearReduceScatter.combine(steps, shape.operand(), home, part);
            if (isInTheWay) {
                steps.copy(home, part, part + 1, Schedule.OUT, part);
            }
            return shape.isRoot() ? Schedule.OUT : home;
        }

        /** Straight: a tree would have parts copied once more on their way. */
        void gather(int home) {
            if (!shape.isRoot()) {
                steps.send(shape.root(), home, part, part + 1);
                return;
            }
            for (int other = 1; other < shape.size(); other++) {
                steps.receive(shape.fromRoot(other), home, other, other + 1);
            }
        }
    }
}
