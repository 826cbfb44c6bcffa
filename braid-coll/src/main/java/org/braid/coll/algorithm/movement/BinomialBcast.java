package org.braid.coll.algorithm.movement;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Binomial-tree broadcast: whoever has the message sends it to the farthest rank that has not, halving the distance.
 *
 * <p>Cost: lg P (α + nβ). Use when short messages and every rank has a core.
 */
public final class BinomialBcast implements Generator {
    @Override
    public Schedule generate(Shape shape, Told told) {
        var steps = new ScheduleBuilder(shape);
        append(steps, shape.root(), 1);
        return steps.build();
    }

    /** So many units of OUT of {@code root} come to everybody's OUT. */
    public static void append(ScheduleBuilder steps, int root, int units) {
        int size = steps.shape().size();
        var tree = new BinomialTree(size);
        int me = Math.floorMod(steps.shape().rank() - root, size);
        if (me != 0) {
            steps.receive((tree.parent(me) + root) % size, Schedule.OUT, 0, units);
        }
        for (int distance = tree.farthestChild(me); distance > 0; distance /= 2) {
            steps.send((me + distance + root) % size, Schedule.OUT, 0, units);
        }
    }
}
