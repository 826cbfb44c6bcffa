package org.braid.coll.algorithm.movement;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.algorithm.order.BlocksRound;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Binomial-tree gather: a node collects the blocks of its subtree, an interval of ranks counted from the root, and passes them on as one message.
 *
 * <p>Cost: lg P α + (P-1)nβ, and a copy at each inner node. Use when short blocks and many ranks.
 */
public final class BinomialGather implements Generator {
    @Override
    public Schedule generate(Shape shape, Told told) {
        var gather = new Gather(shape);
        if (shape.isRoot()) {
            gather.collectAtRoot();
        } else {
            gather.passOn();
        }
        return gather.steps.build();
    }

    /** What one rank does. */
    private static final class Gather {
        final Shape shape;
        final ScheduleBuilder steps;
        final BinomialTree tree;
        final int me;

        Gather(Shape shape) {
            this.shape = shape;
            this.steps = new ScheduleBuilder(shape);
            this.tree = new BinomialTree(shape.size());
            this.me = shape.rankFromRoot();
        }

        void passOn() {
            int parent = shape.fromRoot(tree.parent(me));
            int blocks = tree.subtree(me);
            if (blocks == 1) {
                steps.send(parent, Schedule.IN, 0, 1);
                return;
            }
            int collected = steps.temporary(1, blocks);
            steps.copy(Schedule.IN, 0, 1, collected, 0);
            for (int distance = 1; distance <= tree.farthestChild(me); distance *= 2) {
                steps.receive(shape.fromRoot(me + distance), collected, distance, distance + tree.subtree(me + distance));
            }
            steps.send(parent, collected, 0, blocks);
        }

        void collectAtRoot() {
            for (int child = 1; child <= tree.farthestChild(0); child *= 2) {
                collect(child, shape.fromRoot(child), tree.subtree(child));
            }
            if (!shape.inPlace()) {
                steps.copy(Schedule.IN, 0, 1, Schedule.OUT, shape.rank());
            }
        }

        /** Blocks of ranks {@code first … first+blocks-1}, which may run over the end to rank 0. */
        void collect(int child, int first, int blocks) {
            BlocksRound.receive(steps, shape.fromRoot(child), first, blocks);
        }
    }
}
