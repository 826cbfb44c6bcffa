package org.braid.coll.algorithm.multilevel;

import org.braid.coll.algorithm.generator.TreeGenerator;
import org.braid.coll.algorithm.generator.Trees;
import org.braid.coll.algorithm.order.Order;
import org.braid.coll.schedule.Rounds;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Multilevel gather: a leader collects the blocks of all for whom it speaks and passes them on as one message, in the order of the tree. The root alone puts them in the order of ranks, and what comes in that
 * order already (ranks placed in blocks) goes to its place at once.
 *
 * <p>In segments each block goes in pieces that a leader passes on as they come, straight from their places into theirs: while one crosses a slow channel, the next ones are collected.
 *
 * <p>Cost: the sum over the levels of α + nβ of what crosses them; P-1 messages, and a copy at each leader. Use when short blocks. In s segments about nβ of the slowest level and α + n/(Ps)β of each other one, and Ps messages at each level.
 */
public final class MultilevelGather implements TreeGenerator {
    /** What the root of all ranks counts in an int: a step or two for each piece. */
    private static final int MOST_PIECES = 1 << 30;

    /** Each block goes in so many pieces, if there are not too many of all blocks; in one piece all blocks of a leader go together. */
    @Override
    public Schedule generate(Shape shape, Trees trees, int most) {
        int segments = countable(shape, most);
        var steps = new ScheduleBuilder(shape).cut(segments);
        var tree = LeaderTree.of(shape, trees);
        if (segments > 1) {
            inSegments(steps, tree, segments);
        } else if (shape.isRoot()) {
            collect(steps, tree);
        } else {
            passOn(steps, tree);
        }
        return steps.build();
    }

    /** In how many pieces each block goes. */
    static int countable(Shape shape, int most) {
        return Math.min(most, Math.max(1, MOST_PIECES / shape.size()));
    }

    private static void inSegments(ScheduleBuilder steps, LeaderTree tree, int segments) {
        int rank = steps.shape().rank();
        if (!steps.shape().isRoot()) {
            Rounds rounds = steps.rounds(segments, 0);
            for (int segment = 0; segment < segments; segment = rounds.next(segment)) {
                steps.send(tree.parent(), Schedule.IN, segment, segment + 1);
            }
        } else if (!steps.shape().inPlace()) {
            steps.copy(Schedule.IN, 0, segments, Schedule.OUT, rank * segments);
        }
        int passing = steps.shape().isRoot() ? Schedule.OUT : steps.temporary(segments, (tree.units() - 1) * segments);
        for (Edge edge : tree.edges()) {
            int[] order = edge.order();
            for (int block = 0; block < order.length; block++) {
                int place = steps.shape().isRoot() ? order[block] : edge.first() - 1 + block;
                passOn(steps, tree, edge.peer(), passing, place * segments, segments);
            }
        }
    }

    private static void passOn(ScheduleBuilder steps, LeaderTree tree, int peer, int passing, int from, int segments) {
        Rounds rounds = steps.rounds(segments, 0);
        for (int piece = 0; piece < segments; piece = rounds.next(piece)) {
            steps.receive(peer, passing, from + piece, from + piece + 1);
            if (!tree.isRoot()) {
                steps.send(tree.parent(), passing, from + piece, from + piece + 1);
            }
        }
    }

    private static void passOn(ScheduleBuilder steps, LeaderTree tree) {
        if (tree.units() == 1) {
            steps.send(tree.parent(), Schedule.IN, 0, 1);
            return;
        }
        int collected = steps.temporary(1, tree.units());
        steps.copy(Schedule.IN, 0, 1, collected, 0);
        passOn(steps, tree, collected);
    }

    /** Blocks from below come into the buffer behind the own ones, and all of them go up. */
    public static void passOn(ScheduleBuilder steps, LeaderTree tree, int collected) {
        for (Edge edge : tree.edges()) {
            steps.receive(edge.peer(), collected, edge.first(), edge.first() + edge.units());
        }
        steps.send(tree.parent(), collected, 0, tree.units());
    }

    private static void collect(ScheduleBuilder steps, LeaderTree tree) {
        receive(steps, tree);
        if (!steps.shape().inPlace()) {
            steps.copy(Schedule.IN, 0, 1, Schedule.OUT, steps.shape().rank());
        }
    }

    /** Blocks from below come to their places at the root. */
    public static void receive(ScheduleBuilder steps, LeaderTree tree) {
        for (Edge edge : tree.edges()) {
            int[] order = edge.order();
            if (Order.isInterval(order)) {
                steps.receive(edge.peer(), Schedule.OUT, order[0], order[0] + order.length);
            } else {
                int mixed = steps.temporary(1, order.length);
                steps.receive(edge.peer(), mixed, 0, order.length);
                Order.place(steps, mixed, 0, order, Schedule.OUT);
            }
        }
    }
}
