package org.braid.coll.algorithm.multilevel;

import org.braid.coll.algorithm.generator.TreeGenerator;
import org.braid.coll.algorithm.generator.Trees;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;
import org.braid.coll.topology.Cluster;
import org.braid.coll.topology.RankSet;

/**
 * Multilevel allgather with a block table: as {@link MultilevelAllgather}, of blocks that may have any length and lie anywhere. Everybody knows the table, so that no length need be said. Blocks that are too long to go together with others go the same
 * way, as a message each, straight from their places into theirs.
 *
 * <p>Cost: α + (S-1)o and nβ of the own site S-1 times over the slowest channel among S leaders, and a gather and a broadcast of all blocks below; a message more for each long block, all at the same time.
 */
public final class MultilevelAllgatherv implements TreeGenerator {
    @Override
    public Schedule generate(Shape shape, Trees trees, int segments) {
        var steps = new ScheduleBuilder(shape).together(trees.togetherBytes(Bundle.USUAL_BYTES));
        LeaderTree tree = LeaderTree.belowTop(shape, trees);
        int[] order = LeaderTree.order(shape);
        Bundle all = new Bundle(steps, shape.size()).measure(Schedule.OUT, order, 0).allocate();
        var allgather = new Allgather(steps, tree, order, all, true);
        allgather.putOwn();
        allgather.upAndDown();
        allgather.take();
        return steps.build();
    }

    /**
     * Adds what the leader of a host does whose ranks share memory.
     *
     * @param all all blocks in the {@linkplain LeaderTree#order order of trees}, none of them too long; those of its host are there
     */
    public static void appendAmongHosts(ScheduleBuilder steps, Trees trees, Bundle all) {
        new Allgather(steps, LeaderTree.ofHostsBelowTop(steps.shape(), trees), LeaderTree.order(steps.shape()), all, false).upAndDown();
    }

    /** What one rank does. */
    private static final class Allgather {
        final Shape shape;
        final ScheduleBuilder steps;
        final LeaderTree tree;
        final int[] order;
        final Bundle all; // in the order of the tree
        final boolean mayBeLong;
        final int first; // where in it the own block is, and behind it those of whoever hangs on this rank

        Allgather(ScheduleBuilder steps, LeaderTree tree, int[] order, Bundle all, boolean mayBeLong) {
            this.shape = steps.shape();
            this.steps = steps;
            this.tree = tree;
            this.order = order;
            this.all = all;
            this.mayBeLong = mayBeLong;
            int at = 0;
            while (order[at] != shape.rank()) {
                at++;
            }
            this.first = at;
        }

        void putOwn() {
            if (!shape.inPlace()) {
                steps.copy(Schedule.IN, 0, 1, Schedule.OUT, shape.rank());
            }
            all.put(Schedule.OUT, new int[] {shape.rank()}, first);
        }

        void upAndDown() {
            up();
            if (tree.isRoot()) {
                exchange();
            }
            down();
        }

        void up() {
            for (Edge edge : tree.edges()) {
                receive(edge.peer(), edge.ranks(), first + edge.first(), edge.units());
            }
            if (!tree.isRoot()) {
                send(tree.parent(), tree.ranks(), first, tree.units());
            }
        }

        void exchange() {
            Cluster top = tree.top();
            int own = top.indexOf(shape.rank());
            int[] starts = new int[top.constituents() + 1];
            for (int i = 0; i < top.constituents(); i++) {
                starts[i + 1] = starts[i] + top.weight(i);
            }
            for (int distance = 1; distance < top.constituents(); distance++) {
                int source = Math.floorMod(own - distance, top.constituents());
                receive(top.ranks(source).lowest(), top.ranks(source), starts[source], top.weight(source));
            }
            for (int distance = 1; distance < top.constituents(); distance++) {
                send(top.ranks((own + distance) % top.constituents()).lowest(), top.ranks(own), starts[own], top.weight(own));
            }
        }

        /** Long blocks that hang on a rank it has already. */
        void down() {
            if (!tree.isRoot()) {
                receive(tree.parent(), tree.ranks().others(shape.size()), 0, shape.size());
            }
            for (Edge edge : tree.farthestFirst()) {
                send(edge.peer(), edge.ranks().others(shape.size()), 0, shape.size());
            }
        }

        void take() {
            for (int at = 0; at < order.length; at++) {
                if (at != first) {
                    all.take(at, new int[] {order[at]}, Schedule.OUT);
                }
            }
        }

        void receive(int peer, RankSet longOnes, int from, int units) {
            all.receiveBlocks(peer, from, units);
            for (int interval = 0; mayBeLong && interval < longOnes.intervals(); interval++) {
                for (int block = longOnes.first(interval); block < longOnes.end(interval); block++) {
                    steps.receiveIfLong(peer, Schedule.OUT, block);
                }
            }
        }

        void send(int peer, RankSet longOnes, int from, int units) {
            all.sendBlocks(peer, from, units);
            for (int interval = 0; mayBeLong && interval < longOnes.intervals(); interval++) {
                for (int block = longOnes.first(interval); block < longOnes.end(interval); block++) {
                    steps.sendIfLong(peer, Schedule.OUT, block);
                }
            }
        }
    }
}
