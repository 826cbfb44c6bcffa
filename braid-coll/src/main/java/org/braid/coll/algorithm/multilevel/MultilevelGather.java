package org.braid.coll.algorithm.multilevel;

import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Multilevel gather: a leader collects the blocks of all for whom it speaks and passes them on as one message, in the order of the tree. The root alone puts them in the order of ranks, and what comes in that
 * order already (ranks placed in blocks) goes to its place at once.
 *
 * <p>Cost: the sum over the levels of α + nβ of what crosses them; P-1 messages, and a copy at each leader. Use when short blocks.
 */
public final class MultilevelGather {
    private MultilevelGather() {}

    /** This rank's schedule; pure and local. */
    public static Schedule generate(Shape shape, Trees trees) {
        var steps = new ScheduleBuilder(shape);
        var tree = LeaderTree.of(shape, trees);
        if (shape.isRoot()) {
            collect(steps, tree);
        } else {
            passOn(steps, tree);
        }
        return steps.build();
    }

    private static void passOn(ScheduleBuilder steps, LeaderTree tree) {
        if (tree.units() == 1) {
            steps.send(tree.parent(), Schedule.IN, 0, 1);
            return;
        }
        int collected = steps.temporary(1, tree.units());
        steps.copy(Schedule.IN, 0, 1, collected, 0);
        for (Edge edge : tree.edges()) {
            steps.receive(edge.peer(), collected, edge.first(), edge.first() + edge.units());
        }
        steps.send(tree.parent(), collected, 0, tree.units());
    }

    private static void collect(ScheduleBuilder steps, LeaderTree tree) {
        for (Edge edge : tree.edges()) {
            int[] order = edge.order();
            if (Order.isInterval(order)) {
                steps.receive(edge.peer(), Schedule.OUT, order[0], order[0] + order.length);
            } else {
                int mixed = steps.temporary(1, order.length);
                steps.receive(edge.peer(), mixed, 0, order.length);
                Order.place(steps, mixed, 0, order, Schedule.OUT);
            }
        }
        if (!steps.shape().inPlace()) {
            steps.copy(Schedule.IN, 0, 1, Schedule.OUT, steps.shape().rank());
        }
    }
}
