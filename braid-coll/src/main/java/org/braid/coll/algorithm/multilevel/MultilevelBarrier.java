package org.braid.coll.algorithm.multilevel;

import org.braid.coll.algorithm.generator.TreeGenerator;
import org.braid.coll.algorithm.generator.Trees;
import org.braid.coll.algorithm.movement.DisseminationBarrier;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Multilevel barrier: all report to the leader of their constituent of the top level, these leaders find each other by dissemination, and release theirs.
 *
 * <p>Cost: lg S α over the slowest channel among S leaders, and twice the depth of the trees below; where the paper's goes up and down over each channel (multilevel-collectives, section 5), this crosses the
 * slowest one once for two sites.
 */
public final class MultilevelBarrier implements TreeGenerator {
    @Override
    public Schedule generate(Shape shape, Trees trees, int segments) {
        var steps = new ScheduleBuilder(shape);
        var tree = LeaderTree.belowTop(shape, trees);
        report(steps, tree);
        int first = steps.steps();
        if (tree.isRoot()) {
            var leaders = Leaders.of(tree.top(), shape.rank());
            steps.append(new DisseminationBarrier().generate(leaders.shape(shape, false)), leaders.ranks(), Schedule.IN, Schedule.OUT);
        } else {
            steps.receive(tree.parent(), Schedule.OUT, 0, 0);
        }
        release(steps, tree, first, steps.steps());
        return steps.build();
    }

    private static void report(ScheduleBuilder steps, LeaderTree tree) {
        for (Edge edge : tree.edges()) {
            steps.receive(edge.peer(), Schedule.OUT, 0, 0);
        }
        if (!tree.edges().isEmpty()) {
            steps.fence();
        }
        if (!tree.isRoot()) {
            steps.send(tree.parent(), Schedule.OUT, 0, 0);
        }
    }

    /** When this rank has heard of all: what it has been told by the steps from {@code first} on. */
    private static void release(ScheduleBuilder steps, LeaderTree tree, int first, int end) {
        for (Edge edge : tree.farthestFirst()) {
            steps.send(edge.peer(), Schedule.OUT, 0, 0);
            for (int step = first; step < end; step++) {
                if (steps.isReceive(step)) {
                    steps.after(step);
                }
            }
        }
    }
}
