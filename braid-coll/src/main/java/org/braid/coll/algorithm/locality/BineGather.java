package org.braid.coll.algorithm.locality;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.algorithm.order.BlocksRound;
import org.braid.coll.algorithm.tree.BineTree;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Gather along a {@linkplain BineTree Bine tree} (De Sensi and others 2025): what hangs on a rank are its neighbours on both sides, whose blocks it collects in their order and passes on as one message.
 *
 * <p>Cost: lg P α + (P-1)nβ, and a copy at each inner node. Use when short blocks, and ranks with near numbers are near.
 */
public final class BineGather implements Generator {
    @Override
    public Schedule generate(Shape shape, Told told) {
        var gather = new Gather(shape);
        if (shape.isRoot()) {
            gather.collectAtRoot();
        } else {
            gather.passOn(gather.tree.position(shape.rankFromRoot()));
        }
        return gather.steps.build();
    }

    /** What one rank does. */
    private static final class Gather {
        final ScheduleBuilder steps;
        final Shape shape;
        final BineTree tree;

        Gather(Shape shape) {
            this.steps = new ScheduleBuilder(shape);
            this.shape = shape;
            this.tree = new BineTree(shape.size());
        }

        void passOn(int me) {
            int parent = BineBcast.rank(shape, tree.parent(me));
            int from = tree.from(me);
            int blocks = tree.to(me) - from;
            if (blocks == 1) {
                steps.send(parent, Schedule.IN, 0, 1);
                return;
            }
            int collected = steps.temporary(1, blocks);
            steps.copy(Schedule.IN, 0, 1, collected, me - from);
            int[] children = tree.children(me);
            for (int at = children.length - 1; at >= 0; at--) {
                steps.receive(BineBcast.rank(shape, children[at]), collected, tree.from(children[at]) - from, tree.to(children[at]) - from);
            }
            steps.send(parent, collected, 0, blocks);
        }

        void collectAtRoot() {
            int[] children = tree.children(0);
            for (int at = children.length - 1; at >= 0; at--) {
                collect(children[at]);
            }
            if (!shape.inPlace()) {
                steps.copy(Schedule.IN, 0, 1, Schedule.OUT, shape.rank());
            }
        }

        /** What hangs on a child, which may run over the end to rank 0. */
        void collect(int child) {
            BlocksRound.receive(steps, BineBcast.rank(shape, child), BineBcast.rank(shape, tree.from(child)), tree.to(child) - tree.from(child));
        }
    }
}
