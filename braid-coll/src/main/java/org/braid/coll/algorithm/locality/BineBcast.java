package org.braid.coll.algorithm.locality;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.algorithm.tree.BineTree;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Broadcast along a {@linkplain BineTree Bine tree} (De Sensi and others 2025): whoever has the message sends it to the leader of the other half of its ranks, which is a third nearer than in a binomial tree.
 *
 * <p>Cost: lg P (α + nβ). Use when short messages, and ranks with near numbers are near.
 */
public final class BineBcast implements Generator {
    @Override
    public Schedule generate(Shape shape, Told told) {
        var steps = new ScheduleBuilder(shape);
        var tree = new BineTree(shape.size());
        int me = tree.position(shape.rankFromRoot());
        if (me != 0) {
            steps.receive(rank(shape, tree.parent(me)), Schedule.OUT, 0, 1);
        }
        for (int child : tree.children(me)) {
            steps.send(rank(shape, child), Schedule.OUT, 0, 1);
        }
        return steps.build();
    }

    /** Who stands at a position. */
    static int rank(Shape shape, int position) {
        return Math.floorMod(shape.root() + position, shape.size());
    }
}
