package org.braid.coll.algorithm.movement;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Scatter-allgather broadcast in a logarithm of rounds (van de Geijn): the vector is cut into P parts and scattered down a binomial tree; then a rank that has 2^k parts from its own on passes them to the rank 2^k before it, but
 * for those that this one got with its subtree's share.
 *
 * <p>Cost: 2 lg P α + 2(P-1)/P nβ, some messages in two pieces. Use when messages of middling length and many ranks.
 */
public final class ScatterDoublingBcast implements Generator {
    @Override
    public Schedule generate(Shape shape, Told told) {
        var bcast = new Bcast(shape);
        ScatterRingBcast.scatter(bcast.steps, bcast.tree);
        bcast.allgather();
        return bcast.steps.build();
    }

    /** What one rank does. */
    private static final class Bcast {
        final Shape shape;
        final ScheduleBuilder steps;
        final BinomialTree tree;
        final int size;
        final int me;

        Bcast(Shape shape) {
            this.shape = shape;
            this.size = shape.size();
            this.steps = new ScheduleBuilder(shape).cut(size);
            this.tree = new BinomialTree(size);
            this.me = shape.rankFromRoot();
        }

        void allgather() {
            for (int distance = 1; distance < size; distance *= 2) {
                int blocks = Math.min(distance, size - distance);
                receive(distance, blocks);
                send(distance, blocks);
            }
        }

        /** How many parts from its own on a node has by round {@code distance}: those of the rounds before, or of its subtree. */
        int had(int node, int distance, int blocks) {
            return Math.clamp(tree.subtree(node), distance, distance + blocks);
        }

        void receive(int distance, int blocks) {
            int peer = shape.fromRoot((me + distance) % size);
            int from = me + had(me, distance, blocks);
            int to = me + distance + blocks;
            if (from < Math.min(to, size)) {
                steps.receive(peer, Schedule.OUT, from, Math.min(to, size));
            }
            if (to > size && from < to) {
                steps.receive(peer, Schedule.OUT, Math.max(0, from - size), to - size);
            }
        }

        void send(int distance, int blocks) {
            int target = Math.floorMod(me - distance, size);
            int from = target + had(target, distance, blocks);
            int to = target + distance + blocks;
            int peer = shape.fromRoot(target);
            if (from < Math.min(to, size)) {
                steps.send(peer, Schedule.OUT, from, Math.min(to, size));
            }
            if (to > size && from < to) {
                steps.send(peer, Schedule.OUT, Math.max(0, from - size), to - size);
            }
        }
    }
}
