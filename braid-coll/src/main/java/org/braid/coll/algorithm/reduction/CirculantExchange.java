package org.braid.coll.algorithm.reduction;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.algorithm.movement.BinomialTree;
import org.braid.coll.algorithm.movement.CirculantAllgather;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Reduce-scatter, allreduce and reduce on a circulant graph (Träff 2024, "Optimal, non-pipelined reduce-scatter and allreduce algorithms"): ranks at distance s = ⌈P/2⌉, ⌈⌈P/2⌉/2⌉, … 1 exchange, so that after each round a rank is responsible for its
 * own block and the s-1 behind it. lg P rounds and as few blocks as possible for any P, where halving needs a power of two and folds the other ranks. An allgather goes the same way back; a reduce gathers the blocks along a binomial tree.
 *
 * <p>Cost: lg P α + (P-1)n(β + γ) with n bytes per block; allreduce and reduce: 2 lg P α + 2(P-1)/P nβ + (P-1)/P nγ. Commutative operators only: partial results are of ranks that do not follow each other.
 */
public final class CirculantExchange implements Generator {
    @Override
    public Schedule generate(Shape shape, Told told) {
        return switch (shape.operation()) {
            case REDUCE -> reduce(shape);
            case ALLREDUCE -> allreduce(shape);
            default -> reduceScatter(shape);
        };
    }

    /** Also with a block table. */
    private static Schedule reduceScatter(Shape shape) {
        var steps = new ScheduleBuilder(shape);
        int own = shape.rank();
        if (shape.size() == 1) {
            steps.copy(Schedule.IN, 0, 1, Schedule.OUT, 0);
            return steps.build();
        }
        int partial = steps.temporary(steps.layout(Schedule.IN), shape.size());
        new Exchange(steps, Schedule.IN, partial).combine(shape.size());
        steps.copy(partial, own, own + 1, Schedule.OUT, own);
        return steps.build();
    }

    private static Schedule allreduce(Shape shape) {
        var steps = new ScheduleBuilder(shape).cut(shape.size());
        if (shape.size() == 1) {
            return alone(steps);
        }
        var exchange = new Exchange(steps, shape.operand(), Schedule.OUT);
        exchange.combine(shape.size());
        CirculantAllgather.spread(steps, shape.size());
        return steps.build();
    }

    private static Schedule reduce(Shape shape) {
        var steps = new ScheduleBuilder(shape).cut(shape.size());
        if (shape.size() == 1) {
            return alone(steps);
        }
        int home = shape.isRoot() ? Schedule.OUT : steps.temporary(steps.layout(Schedule.OUT), shape.size());
        var exchange = new Exchange(steps, shape.operand(), home);
        exchange.combine(shape.size());
        exchange.gather();
        return steps.build();
    }

    private static Schedule alone(ScheduleBuilder steps) {
        if (!steps.shape().inPlace()) {
            steps.copy(Schedule.IN, 0, 1, Schedule.OUT, 0);
        }
        return steps.build();
    }

    /** What one rank does. */
    private static final class Exchange {
        final Shape shape;
        final ScheduleBuilder steps;
        final int operand;
        final int home;
        final int landing;

        Exchange(ScheduleBuilder steps, int operand, int home) {
            this.shape = steps.shape();
            this.steps = steps;
            this.operand = operand;
            this.home = home;
            this.landing = steps.temporary(steps.layout(Schedule.IN), shape.size());
        }

        /** From being responsible for so many blocks to the own one. */
        void combine(int blocks) {
            int distance = half(blocks);
            int given = blocks - distance;
            boolean isFirst = blocks == shape.size();
            int source = isFirst ? operand : home;
            boolean landsAtHome = isFirst && operand != home;
            receive(Math.floorMod(shape.rank() - distance, shape.size()), landsAtHome ? home : landing, 0, given);
            send((shape.rank() + distance) % shape.size(), source, distance, given);
            if (landsAtHome) {
                combine(operand, 0, given);
                keep(given, distance - given);
            } else {
                combine(landing, 0, given);
            }
            if (distance > 1) {
                combine(distance);
            }
        }

        /** From the own block to those of a subtree, whose ranks follow each other; all are the root's. */
        void gather() {
            var tree = new BinomialTree(shape.size());
            int me = shape.rankFromRoot();
            for (int distance = 1; distance <= tree.farthestChild(me); distance *= 2) {
                receive(shape.fromRoot(me + distance), home, distance, tree.subtree(me + distance));
            }
            if (!shape.isRoot()) {
                send(shape.fromRoot(tree.parent(me)), home, 0, tree.subtree(me));
            }
        }

        static int half(int blocks) {
            return (blocks + 1) / 2;
        }

        /** Blocks counted from the own one, round; in two parts where they go over the last. */
        void send(int peer, int buffer, int first, int count) {
            int from = (shape.rank() + first) % shape.size();
            int ahead = Math.min(count, shape.size() - from);
            steps.send(peer, buffer, from, from + ahead);
            if (ahead < count) {
                steps.send(peer, buffer, 0, count - ahead);
            }
        }

        void receive(int peer, int buffer, int first, int count) {
            int from = (shape.rank() + first) % shape.size();
            int senders = Math.min(count, shape.size() - from);
            steps.receive(peer, buffer, from, from + senders);
            if (senders < count) {
                steps.receive(peer, buffer, 0, count - senders);
            }
        }

        void combine(int buffer, int first, int count) {
            int from = (shape.rank() + first) % shape.size();
            int ahead = Math.min(count, shape.size() - from);
            steps.reduce(buffer, from, from + ahead, home, from);
            if (ahead < count) {
                steps.reduce(buffer, 0, count - ahead, home, 0);
            }
        }

        /** Blocks to which nothing has come yet. */
        void keep(int first, int count) {
            int from = (shape.rank() + first) % shape.size();
            if (count > 0) {
                steps.copy(operand, from, from + count, home, from); // one at most
            }
        }
    }
}
