package org.braid.coll.algorithm.multilevel;

import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Multilevel broadcast (multilevel-collectives, section 3.1, Figures 4 and 5): from the root to a leader in each other site, from those to a leader in each other cluster there, and so on down to ranks.
 *
 * <p>Cost: the sum over the levels of what the broadcast of one group costs there; P-1 messages, of which each constituent gets one.
 */
public final class MultilevelBcast {
    private MultilevelBcast() {}

    /** This rank's schedule; pure and local. */
    public static Schedule generate(Shape shape, Branching inside) {
        var steps = new ScheduleBuilder(shape);
        append(steps, LeaderTree.of(shape, inside));
        return steps.build();
    }

    /** OUT of each tree's root becomes OUT of all on it. */
    static void append(ScheduleBuilder steps, LeaderTree tree) {
        if (!tree.isRoot()) {
            steps.receive(tree.parent(), Schedule.OUT, 0, 1);
        }
        for (Edge edge : tree.farthestFirst()) {
            steps.send(edge.peer(), Schedule.OUT, 0, 1);
        }
    }
}
