package org.braid.coll.algorithm.locality;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.algorithm.order.BlocksRound;
import org.braid.coll.algorithm.tree.BineTree;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Scatter along a {@linkplain BineTree Bine tree} (De Sensi and others 2025): a rank gets the blocks of all that hang on it, its neighbours on both sides, in one message, and passes each child its share.
 *
 * <p>Cost: lg P α + (P-1)nβ, and a copy at each inner node. Use when short blocks, and ranks with near numbers are near.
 */
public final class BineScatter implements Generator {
    @Override
    public Schedule generate(Shape shape, Told told) {
        var scatter = new Scatter(shape);
        if (shape.isRoot()) {
            scatter.fromRoot();
        } else {
            scatter.passOn(scatter.tree.position(shape.rankFromRoot()));
        }
        return scatter.steps.build();
    }

    /** What one rank does. */
    private static final class Scatter {
        final ScheduleBuilder steps;
        final Shape shape;
        final BineTree tree;

        Scatter(Shape shape) {
            this.steps = new ScheduleBuilder(shape);
            this.shape = shape;
            this.tree = new BineTree(shape.size());
        }

        void fromRoot() {
            for (int child : tree.children(0)) {
                give(child);
            }
            if (!shape.inPlace()) {
                steps.copy(Schedule.IN, shape.rank(), shape.rank() + 1, Schedule.OUT, 0);
            }
        }

        /** The blocks of what hangs on a child, which may run over the end to rank 0. */
        void give(int child) {
            BlocksRound.send(steps, BineBcast.rank(shape, child), BineBcast.rank(shape, tree.from(child)), tree.to(child) - tree.from(child));
        }

        void passOn(int me) {
            int parent = BineBcast.rank(shape, tree.parent(me));
            int from = tree.from(me);
            int blocks = tree.to(me) - from;
            if (blocks == 1) {
                steps.receive(parent, Schedule.OUT, 0, 1);
                return;
            }
            int share = steps.temporary(1, blocks);
            steps.receive(parent, share, 0, blocks);
            for (int child : tree.children(me)) {
                steps.send(BineBcast.rank(shape, child), share, tree.from(child) - from, tree.to(child) - from);
            }
            steps.copy(share, me - from, me - from + 1, Schedule.OUT, 0);
        }
    }
}
