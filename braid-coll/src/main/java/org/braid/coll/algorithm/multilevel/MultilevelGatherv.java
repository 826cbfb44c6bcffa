package org.braid.coll.algorithm.multilevel;

import org.braid.coll.algorithm.generator.TreeGenerator;
import org.braid.coll.algorithm.generator.Trees;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Multilevel gather of blocks of lengths that only their owners and the root know: as {@link MultilevelGather}, with lengths ahead of what a rank passes on. The root compares them with what it expects, block by block, so that a rank of another count is
 * named. A block that is too long to go together with others goes straight to the root; that of a rank that
 * sends the root others' blocks, too, goes behind these, so that nothing is taken for another thing if the two differ in its length.
 *
 * <p>Cost: the sum over the levels of α + o + nβ of what crosses them; two messages from each leader, one from a rank that hangs on the root itself, and one for each long block.
 */
public final class MultilevelGatherv implements TreeGenerator {
    @Override
    public Schedule generate(Shape shape, Trees trees, int segments) {
        var steps = new ScheduleBuilder(shape).together(trees.togetherBytes(Bundle.USUAL_BYTES));
        var gather = new Gather(steps, LeaderTree.of(shape, trees), false);
        if (shape.isRoot()) {
            gather.collect();
        } else {
            gather.passOn();
        }
        return steps.build();
    }

    /** Adds what the leader of a host does whose ranks share memory; they have shown their blocks in phase 0, and the root sees those of its own host itself. Of several each sends its long block itself; a rank that is alone does all here. */
    public static void appendAmongHosts(ScheduleBuilder steps, Trees trees) {
        var gather = new Gather(steps, LeaderTree.ofHosts(steps.shape(), steps.shape().root(), trees), true);
        if (steps.shape().isRoot()) {
            gather.receive();
        } else if (gather.tree.own().size() == 1) {
            gather.passOn();
        } else {
            gather.passOnHost();
        }
    }

    /** What one rank does. */
    private static final class Gather {
        final Shape shape;
        final ScheduleBuilder steps;
        final LeaderTree tree;
        final int[] own = {0}; // the one block of IN or OUT of a rank that is not the root
        final boolean isOfHosts; // where ranks send their long blocks before their leader sends anything

        Gather(ScheduleBuilder steps, LeaderTree tree, boolean isOfHosts) {
            this.isOfHosts = isOfHosts;
            this.shape = steps.shape();
            this.steps = steps;
            this.tree = tree;
        }

        void passOnHost() {
            Bundle below = new Bundle(steps, tree.units());
            below.seeLengths(Schedule.EVERYBODY, 0, 0, 1, 0);
            passOnLengths(below);
            below.allocate().seeBlocks(Schedule.EVERYBODY, 0, 0, 1, 0);
            passOnBlocks(below);
        }

        void passOn() {
            if (tree.units() == 1 && tree.parent() == shape.root()) {
                steps.send(tree.parent(), Schedule.IN, 0, 1);
                return;
            }
            boolean isBehind = !isOfHosts && tree.parent() == shape.root();
            if (!isBehind) {
                steps.sendIfLong(shape.root(), Schedule.IN, 0);
            }
            Bundle below = new Bundle(steps, tree.units()).measure(Schedule.IN, own, 0);
            passOnLengths(below);
            below.allocate().put(Schedule.IN, own, 0);
            passOnBlocks(below);
            if (isBehind) {
                steps.sendIfLong(shape.root(), Schedule.IN, 0);
            }
        }

        void passOnLengths(Bundle below) {
            for (Edge edge : tree.edges()) {
                below.receiveLengths(edge.peer(), edge.first(), edge.units());
            }
            below.sendLengths(tree.parent(), 0, tree.units());
        }

        void passOnBlocks(Bundle below) {
            for (Edge edge : tree.edges()) {
                below.receiveBlocks(edge.peer(), edge.first(), edge.units());
            }
            below.sendBlocks(tree.parent(), 0, tree.units());
        }

        void collect() {
            receive();
            if (!shape.inPlace()) {
                steps.copy(Schedule.IN, 0, 1, Schedule.OUT, shape.rank());
            }
        }

        void receive() {
            for (Edge edge : tree.edges()) {
                if (edge.units() == 1) {
                    steps.receive(edge.peer(), Schedule.OUT, edge.peer(), edge.peer() + 1);
                } else {
                    collect(edge, edge.order());
                }
            }
        }

        void collect(Edge edge, int[] order) {
            for (int rank : order) {
                if (isOfHosts || rank != edge.peer()) {
                    steps.receiveIfLong(rank, Schedule.OUT, rank);
                }
            }
            Bundle bundle = new Bundle(steps, order.length);
            bundle.receiveLengths(edge.peer(), 0, order.length);
            bundle.compareLengths(0, order);
            bundle.allocate().receiveBlocks(edge.peer(), 0, order.length);
            if (!isOfHosts) {
                steps.receiveIfLong(edge.peer(), Schedule.OUT, edge.peer());
            }
            bundle.take(0, order, Schedule.OUT);
        }
    }
}
