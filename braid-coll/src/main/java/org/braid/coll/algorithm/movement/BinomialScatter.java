package org.braid.coll.algorithm.movement;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.algorithm.order.BlocksRound;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Binomial-tree scatter: a node gets the blocks of its whole subtree in one message and passes each child its share, the farthest first.
 *
 * <p>Cost: lg P α + (P-1)nβ, and a copy at each inner node. Use when short blocks and many ranks.
 */
public final class BinomialScatter implements Generator {
    @Override
    public Schedule generate(Shape shape, Told told) {
        var scatter = new Scatter(shape);
        if (shape.isRoot()) {
            scatter.fromRoot();
        } else {
            scatter.passOn();
        }
        return scatter.steps.build();
    }

    /** What one rank does. */
    private static final class Scatter {
        final Shape shape;
        final ScheduleBuilder steps;
        final BinomialTree tree;
        final int me;

        Scatter(Shape shape) {
            this.shape = shape;
            this.steps = new ScheduleBuilder(shape);
            this.tree = new BinomialTree(shape.size());
            this.me = shape.rankFromRoot();
        }

        void fromRoot() {
            for (int child = tree.farthestChild(0); child > 0; child /= 2) {
                give(shape.fromRoot(child), tree.subtree(child));
            }
            if (!shape.inPlace()) {
                steps.copy(Schedule.IN, shape.rank(), shape.rank() + 1, Schedule.OUT, 0);
            }
        }

        /** The blocks of ranks {@code peer … peer+blocks-1}, which may run over the end to rank 0, go to {@code peer}. */
        void give(int peer, int blocks) {
            BlocksRound.send(steps, peer, peer, blocks);
        }

        void passOn() {
            int parent = shape.fromRoot(tree.parent(me));
            int blocks = tree.subtree(me);
            if (blocks == 1) {
                steps.receive(parent, Schedule.OUT, 0, 1);
                return;
            }
            int share = steps.temporary(1, blocks);
            steps.receive(parent, share, 0, blocks);
            for (int distance = tree.farthestChild(me); distance > 0; distance /= 2) {
                steps.send(shape.fromRoot(me + distance), share, distance, distance + tree.subtree(me + distance));
            }
            steps.copy(share, 0, 1, Schedule.OUT, 0);
        }
    }
}
