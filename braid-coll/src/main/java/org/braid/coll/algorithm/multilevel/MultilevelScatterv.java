package org.braid.coll.algorithm.multilevel;

import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Multilevel scatter of blocks of lengths that only their owners and the root know: the mirror of {@link MultilevelGatherv}. Lengths go ahead of what a rank is to pass on; one that passes nothing on knows its own. A block that is too long to go together
 * with others comes straight from the root.
 *
 * <p>Cost: the sum over the levels of α + o + nβ of what crosses them; two messages to each leader, one to a rank on which nobody hangs, and one for each long block.
 */
public final class MultilevelScatterv {
    private final Shape shape;
    private final ScheduleBuilder steps;
    private final LeaderTree tree;
    private final int[] own = {0}; // the one block of IN or OUT of a rank that is not the root

    private MultilevelScatterv(Shape shape, Trees trees) {
        this.shape = shape;
        this.steps = new ScheduleBuilder(shape).together(trees.togetherBytes(Bundle.USUAL_BYTES));
        this.tree = LeaderTree.of(shape, trees);
    }

    /** This rank's schedule; pure and local. */
    public static Schedule generate(Shape shape, Trees trees) {
        var scatter = new MultilevelScatterv(shape, trees);
        if (shape.isRoot()) {
            scatter.giveAll();
        } else if (scatter.tree.units() == 1 && scatter.tree.parent() == shape.root()) {
            scatter.steps.receive(shape.root(), Schedule.OUT, 0, 1);
        } else {
            scatter.passOn();
        }
        return scatter.steps.build();
    }

    private void giveAll() {
        for (Edge edge : tree.farthestFirst()) {
            if (edge.units() == 1) {
                steps.send(edge.peer(), Schedule.IN, edge.peer(), edge.peer() + 1);
            } else {
                give(edge, edge.order());
            }
        }
        if (!shape.inPlace()) {
            steps.copy(Schedule.IN, shape.rank(), shape.rank() + 1, Schedule.OUT, 0);
        }
    }

    private void give(Edge edge, int[] order) {
        Bundle bundle = new Bundle(steps, order.length).measure(Schedule.IN, order, 0);
        bundle.sendLengths(edge.peer(), 0, order.length);
        bundle.allocate().put(Schedule.IN, order, 0);
        bundle.sendBlocks(edge.peer(), 0, order.length);
        for (int rank : order) {
            steps.sendIfLong(rank, Schedule.IN, rank);
        }
    }

    private void passOn() {
        Bundle share = new Bundle(steps, tree.units());
        if (tree.units() == 1) {
            share.measure(Schedule.OUT, own, 0);
        } else {
            share.receiveLengths(tree.parent(), 0, tree.units());
        }
        share.allocate().receiveBlocks(tree.parent(), 0, tree.units());
        for (Edge edge : tree.farthestFirst()) {
            if (edge.units() > 1) {
                share.sendLengths(edge.peer(), edge.first(), edge.units());
            }
            share.sendBlocks(edge.peer(), edge.first(), edge.units());
        }
        share.take(0, own, Schedule.OUT);
        steps.receiveIfLong(shape.root(), Schedule.OUT, 0);
    }
}
