package org.braid.coll.algorithm.multilevel;

import org.braid.coll.algorithm.generator.TreeGenerator;
import org.braid.coll.algorithm.generator.Trees;
import org.braid.coll.algorithm.order.Order;
import org.braid.coll.schedule.Rounds;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Multilevel scatter: the mirror of {@link MultilevelGather}. The root sends each leader the blocks of all for whom it speaks as one message, straight from IN where these are neighbours.
 *
 * <p>In segments each block goes in pieces that a leader passes on as they come, those that have farthest to go first.
 *
 * <p>Cost: the sum over the levels of α + nβ of what crosses them; P-1 messages, and a copy at each leader. Use when short blocks.
 */
public final class MultilevelScatter implements TreeGenerator {
    /** Each block goes in so many pieces, if there are not too many of all blocks; in one piece all blocks of a leader go together. */
    @Override
    public Schedule generate(Shape shape, Trees trees, int most) {
        int segments = MultilevelGather.countable(shape, most);
        var steps = new ScheduleBuilder(shape).cut(segments);
        var tree = LeaderTree.of(shape, trees);
        if (segments > 1) {
            inSegments(steps, tree, segments);
        } else if (shape.isRoot()) {
            giveAll(steps, tree);
        } else {
            passOn(steps, tree);
        }
        return steps.build();
    }

    private static void inSegments(ScheduleBuilder steps, LeaderTree tree, int segments) {
        int rank = steps.shape().rank();
        boolean isRoot = steps.shape().isRoot();
        int passing = isRoot ? Schedule.IN : steps.temporary(segments, (tree.units() - 1) * segments);
        for (Edge edge : tree.farthestFirst()) {
            int[] order = edge.order();
            for (int block = order.length - 1; block >= 0; block--) {
                passOn(steps, tree, edge.peer(), passing, (isRoot ? order[block] : edge.first() - 1 + block) * segments, segments);
            }
        }
        Rounds rounds = steps.rounds(segments, 0);
        for (int segment = 0; segment < segments && !isRoot; segment = rounds.next(segment)) {
            steps.receive(tree.parent(), Schedule.OUT, segment, segment + 1);
        }
        if (isRoot && !steps.shape().inPlace()) {
            steps.copy(Schedule.IN, rank * segments, (rank + 1) * segments, Schedule.OUT, 0);
        }
    }

    private static void passOn(ScheduleBuilder steps, LeaderTree tree, int peer, int passing, int from, int segments) {
        Rounds rounds = steps.rounds(segments, 0);
        for (int piece = 0; piece < segments; piece = rounds.next(piece)) {
            if (!tree.isRoot()) {
                steps.receive(tree.parent(), passing, from + piece, from + piece + 1);
            }
            steps.send(peer, passing, from + piece, from + piece + 1);
        }
    }

    private static void giveAll(ScheduleBuilder steps, LeaderTree tree) {
        send(steps, tree);
        if (!steps.shape().inPlace()) {
            int rank = steps.shape().rank();
            steps.copy(Schedule.IN, rank, rank + 1, Schedule.OUT, 0);
        }
    }

    /** The root's blocks go to whom they are for, below. */
    public static void send(ScheduleBuilder steps, LeaderTree tree) {
        for (Edge edge : tree.farthestFirst()) {
            int[] order = edge.order();
            if (Order.isInterval(order)) {
                steps.send(edge.peer(), Schedule.IN, order[0], order[0] + order.length);
            } else {
                int mixed = steps.temporary(1, order.length);
                Order.collect(steps, Schedule.IN, order, mixed);
                steps.send(edge.peer(), mixed, 0, order.length);
            }
        }
    }

    private static void passOn(ScheduleBuilder steps, LeaderTree tree) {
        if (tree.units() == 1) {
            steps.receive(tree.parent(), Schedule.OUT, 0, 1);
            return;
        }
        steps.copy(share(steps, tree), 0, 1, Schedule.OUT, 0);
    }

    /** The buffer of the blocks that have come for whoever hangs on this rank, its own first; those below have got theirs. */
    public static int share(ScheduleBuilder steps, LeaderTree tree) {
        int share = steps.temporary(1, tree.units());
        steps.receive(tree.parent(), share, 0, tree.units());
        for (Edge edge : tree.farthestFirst()) {
            steps.send(edge.peer(), share, edge.first(), edge.first() + edge.units());
        }
        return share;
    }
}
