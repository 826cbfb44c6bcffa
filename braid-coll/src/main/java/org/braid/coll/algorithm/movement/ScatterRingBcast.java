package org.braid.coll.algorithm.movement;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Scatter-allgather broadcast (van de Geijn): the vector is cut into P parts, scattered down a binomial tree, and gathered round a
 * ring; parts that a rank got with its subtree's share are not sent to it again.
 *
 * <p>Cost: (lg P + P-1)α + 2(P-1)/P nβ. Use when long messages and many ranks that copy one after the other.
 */
public final class ScatterRingBcast implements Generator {
    @Override
    public Schedule generate(Shape shape, Told told) {
        var bcast = new Bcast(shape);
        scatter(bcast.steps, bcast.tree);
        bcast.allgather();
        return bcast.steps.build();
    }

    /** Part i of the root's OUT, and those of whoever hangs on it, come to node i, counted from the root. */
    static void scatter(ScheduleBuilder steps, BinomialTree tree) {
        Shape shape = steps.shape();
        int me = shape.rankFromRoot();
        if (me != 0) {
            steps.receive(shape.fromRoot(tree.parent(me)), Schedule.OUT, me, me + tree.subtree(me));
        }
        for (int distance = tree.farthestChild(me); distance > 0; distance /= 2) {
            int child = me + distance;
            steps.send(shape.fromRoot(child), Schedule.OUT, child, child + tree.subtree(child));
        }
    }

    /** What one rank does. */
    private static final class Bcast {
        final Shape shape;
        final ScheduleBuilder steps;
        final BinomialTree tree;
        final int me;

        Bcast(Shape shape) {
            this.shape = shape;
            this.steps = new ScheduleBuilder(shape).cut(shape.size());
            this.tree = new BinomialTree(shape.size());
            this.me = shape.rankFromRoot();
        }

        void allgather() {
            int size = shape.size();
            int right = (me + 1) % size;
            for (int round = 0; round < size - 1; round++) {
                int given = Math.floorMod(me - round, size);
                int taken = Math.floorMod(me - round - 1, size);
                if (!has(me, taken)) {
                    steps.receive(shape.fromRoot(Math.floorMod(me - 1, size)), Schedule.OUT, taken, taken + 1);
                }
                if (!has(right, given)) {
                    steps.send(shape.fromRoot(right), Schedule.OUT, given, given + 1);
                }
            }
        }

        /** Whether the scatter brought the part to the node. */
        boolean has(int node, int part) {
            return part >= node && part < node + tree.subtree(node);
        }
    }
}
