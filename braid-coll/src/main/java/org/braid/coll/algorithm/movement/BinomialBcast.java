package org.braid.coll.algorithm.movement;

import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Binomial-tree broadcast: whoever has the message sends it to the farthest rank that has not, halving the distance.
 *
 * <p>Cost: lg P (α + nβ). Use when short messages and every rank has a core.
 */
public final class BinomialBcast {
    private BinomialBcast() {}

    /** This rank's schedule; pure and local. */
    public static Schedule generate(Shape shape) {
        var steps = new ScheduleBuilder(shape);
        var tree = new BinomialTree(shape.size());
        int me = shape.rankFromRoot();
        if (me != 0) {
            steps.receive(shape.fromRoot(tree.parent(me)), Schedule.OUT, 0, 1);
        }
        for (int distance = tree.farthestChild(me); distance > 0; distance /= 2) {
            steps.send(shape.fromRoot(me + distance), Schedule.OUT, 0, 1);
        }
        return steps.build();
    }
}
