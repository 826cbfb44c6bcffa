package org.braid.coll.algorithm.multilevel;

import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Multilevel gather of blocks of lengths that only their owners and the root know: as {@link MultilevelGather}, with lengths ahead of what a rank passes on. The root compares them with what it expects, block by block, so that a rank of another count is
 * named. A block that is too long to go together with others goes straight to the root.
 *
 * <p>Cost: the sum over the levels of α + o + nβ of what crosses them; two messages from each leader, one from a rank that hangs on the root itself, and one for each long block.
 */
public final class MultilevelGatherv {
    private final Shape shape;
    private final ScheduleBuilder steps;
    private final LeaderTree tree;
    private final int[] own = {0}; // the one block of IN or OUT of a rank that is not the root

    private MultilevelGatherv(Shape shape, Trees trees) {
        this.shape = shape;
        this.steps = new ScheduleBuilder(shape).together(trees.togetherBytes(Bundle.USUAL_BYTES));
        this.tree = LeaderTree.of(shape, trees);
    }

    /** This rank's schedule; pure and local. */
    public static Schedule generate(Shape shape, Trees trees) {
        var gather = new MultilevelGatherv(shape, trees);
        if (shape.isRoot()) {
            gather.collect();
        } else {
            gather.passOn();
        }
        return gather.steps.build();
    }

    private void passOn() {
        if (tree.units() == 1 && tree.parent() == shape.root()) {
            steps.send(tree.parent(), Schedule.IN, 0, 1);
            return;
        }
        steps.sendIfLong(shape.root(), Schedule.IN, 0);
        Bundle below = new Bundle(steps, tree.units()).measure(Schedule.IN, own, 0);
        for (Edge edge : tree.edges()) {
            below.receiveLengths(edge.peer(), edge.first(), edge.units());
        }
        below.sendLengths(tree.parent(), 0, tree.units());
        below.allocate().put(Schedule.IN, own, 0);
        for (Edge edge : tree.edges()) {
            below.receiveBlocks(edge.peer(), edge.first(), edge.units());
        }
        below.sendBlocks(tree.parent(), 0, tree.units());
    }

    private void collect() {
        for (Edge edge : tree.edges()) {
            if (edge.units() == 1) {
                steps.receive(edge.peer(), Schedule.OUT, edge.peer(), edge.peer() + 1);
            } else {
                collect(edge, edge.order());
            }
        }
        if (!shape.inPlace()) {
            steps.copy(Schedule.IN, 0, 1, Schedule.OUT, shape.rank());
        }
    }

    private void collect(Edge edge, int[] order) {
        for (int rank : order) {
            steps.receiveIfLong(rank, Schedule.OUT, rank);
        }
        Bundle bundle = new Bundle(steps, order.length);
        bundle.receiveLengths(edge.peer(), 0, order.length);
        bundle.allocate().receiveBlocks(edge.peer(), 0, order.length);
        bundle.take(0, order, Schedule.OUT);
    }
}
