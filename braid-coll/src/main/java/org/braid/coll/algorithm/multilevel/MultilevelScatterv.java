package org.braid.coll.algorithm.multilevel;

import org.braid.coll.algorithm.generator.TreeGenerator;
import org.braid.coll.algorithm.generator.Trees;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Multilevel scatter of blocks of lengths that only their owners and the root know: the mirror of {@link MultilevelGatherv}. Lengths go ahead of what a rank is to pass on; one that passes nothing on knows its own. A block that is too long to go together
 * with others comes straight from the root.
 *
 * <p>Cost: the sum over the levels of α + o + nβ of what crosses them; two messages to each leader, one to a rank on which nobody hangs, and one for each long block.
 */
public final class MultilevelScatterv implements TreeGenerator {
    @Override
    public Schedule generate(Shape shape, Trees trees, int segments) {
        var steps = new ScheduleBuilder(shape).together(trees.togetherBytes(Bundle.USUAL_BYTES));
        var scatter = new Scatter(steps, LeaderTree.of(shape, trees));
        if (shape.isRoot()) {
            scatter.giveAll();
        } else {
            scatter.receive();
        }
        return steps.build();
    }

    /** Adds what the leader of a host does whose ranks share memory: it shows them their blocks in phase 0, in its own order of them. Of several each receives its long block itself; a rank that is alone does all here. */
    public static void appendAmongHosts(ScheduleBuilder steps, Trees trees) {
        var scatter = new Scatter(steps, LeaderTree.ofHosts(steps.shape(), steps.shape().root(), trees));
        if (steps.shape().isRoot()) {
            scatter.send();
        } else if (scatter.tree.own().size() == 1) {
            scatter.receive();
        } else {
            scatter.share().show(0, 0, scatter.tree.own().size());
        }
    }

    /** What one rank does. */
    private static final class Scatter {
        final Shape shape;
        final ScheduleBuilder steps;
        final LeaderTree tree;
        final int[] own = {0}; // the one block of IN or OUT of a rank that is not the root

        Scatter(ScheduleBuilder steps, LeaderTree tree) {
            this.shape = steps.shape();
            this.steps = steps;
            this.tree = tree;
        }

        void receive() {
            if (tree.units() == 1 && tree.parent() == shape.root()) {
                steps.receive(shape.root(), Schedule.OUT, 0, 1);
                return;
            }
            share().take(0, own, Schedule.OUT);
            steps.receiveIfLong(shape.root(), Schedule.OUT, 0);
        }

        void giveAll() {
            send();
            if (!shape.inPlace()) {
                steps.copy(Schedule.IN, shape.rank(), shape.rank() + 1, Schedule.OUT, 0);
            }
        }

        void send() {
            for (Edge edge : tree.farthestFirst()) {
                if (edge.units() == 1) {
                    steps.send(edge.peer(), Schedule.IN, edge.peer(), edge.peer() + 1);
                } else {
                    give(edge, edge.order());
                }
            }
        }

        void give(Edge edge, int[] order) {
            Bundle bundle = new Bundle(steps, order.length).measure(Schedule.IN, order, 0);
            bundle.sendLengths(edge.peer(), 0, order.length);
            bundle.allocate().put(Schedule.IN, order, 0);
            bundle.sendBlocks(edge.peer(), 0, order.length);
            for (int rank : order) {
                steps.sendIfLong(rank, Schedule.IN, rank);
            }
        }

        /** The blocks that have come for whoever hangs on this rank, its own first; those below have got theirs. */
        Bundle share() {
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
            return share;
        }
    }
}
