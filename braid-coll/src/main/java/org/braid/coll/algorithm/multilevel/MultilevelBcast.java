package org.braid.coll.algorithm.multilevel;

import org.braid.coll.algorithm.generator.TreeGenerator;
import org.braid.coll.algorithm.generator.Trees;
import org.braid.coll.schedule.Rounds;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Multilevel broadcast (multilevel-collectives, section 3.1, Figures 4 and 5): from the root to a leader in each other site, from those to a leader in each other cluster there, and so on down to ranks.
 *
 * <p>Cost: the sum over the levels of what the broadcast of one group costs there; P-1 messages for each segment, of which each constituent gets one. Segments pass through all levels as
 * through a pipe: behind the first one comes what the busiest sender needs for the others.
 */
public final class MultilevelBcast implements TreeGenerator {
    @Override
    public Schedule generate(Shape shape, Trees trees, int segments) {
        var steps = new ScheduleBuilder(shape);
        steps.cut(segments);
        append(steps, LeaderTree.of(shape, trees), segments);
        return steps.build();
    }

    /** OUT of each tree's root, in so many pieces, becomes OUT of all on it. */
    static void append(ScheduleBuilder steps, LeaderTree tree, int segments) {
        Rounds rounds = steps.rounds(segments, 0);
        for (int segment = 0; segment < segments; segment = rounds.next(segment)) {
            passDown(steps, tree, segment, segments);
        }
    }

    /** Likewise, of one piece. */
    static void passDown(ScheduleBuilder steps, LeaderTree tree, int segment, int segments) {
        int units = steps.layout(Schedule.OUT) / segments;
        int from = segment * units;
        if (!tree.isRoot()) {
            steps.receive(tree.parent(), Schedule.OUT, from, from + units);
        }
        for (Edge edge : tree.farthestFirst()) {
            steps.send(edge.peer(), Schedule.OUT, from, from + units);
        }
    }
}
