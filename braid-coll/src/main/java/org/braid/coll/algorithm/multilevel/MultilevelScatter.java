package org.braid.coll.algorithm.multilevel;

import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Multilevel scatter: the mirror of {@link MultilevelGather}. The root sends each leader the blocks of all for whom it speaks as one message, straight from IN where these are neighbours.
 *
 * <p>Cost: the sum over the levels of α + nβ of what crosses them; P-1 messages, and a copy at each leader. Use when short blocks.
 */
public final class MultilevelScatter {
    private MultilevelScatter() {}

    /** This rank's schedule; pure and local. */
    public static Schedule generate(Shape shape, Trees trees) {
        var steps = new ScheduleBuilder(shape);
        var tree = LeaderTree.of(shape, trees);
        if (shape.isRoot()) {
            giveAll(steps, tree);
        } else {
            passOn(steps, tree);
        }
        return steps.build();
    }

    private static void giveAll(ScheduleBuilder steps, LeaderTree tree) {
        for (Edge edge : tree.farthestFirst()) {
            int[] order = edge.order();
            if (Order.isInterval(order)) {
                steps.send(edge.peer(), Schedule.IN, order[0], order[0] + order.length);
            } else {
                int mixed = steps.temporary(1, order.length);
                Order.collect(steps, Schedule.IN, order, mixed);
                steps.send(edge.peer(), mixed, 0, order.length);
            }
        }
        if (!steps.shape().inPlace()) {
            int rank = steps.shape().rank();
            steps.copy(Schedule.IN, rank, rank + 1, Schedule.OUT, 0);
        }
    }

    private static void passOn(ScheduleBuilder steps, LeaderTree tree) {
        if (tree.units() == 1) {
            steps.receive(tree.parent(), Schedule.OUT, 0, 1);
            return;
        }
        int share = steps.temporary(1, tree.units());
        steps.receive(tree.parent(), share, 0, tree.units());
        for (Edge edge : tree.farthestFirst()) {
            steps.send(edge.peer(), share, edge.first(), edge.first() + edge.units());
        }
        steps.copy(share, 0, 1, Schedule.OUT, 0);
    }
}
