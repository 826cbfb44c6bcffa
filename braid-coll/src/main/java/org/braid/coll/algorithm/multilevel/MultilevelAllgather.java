package org.braid.coll.algorithm.multilevel;

import org.braid.coll.algorithm.generator.TreeGenerator;
import org.braid.coll.algorithm.generator.Trees;
import org.braid.coll.algorithm.order.Order;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;
import org.braid.coll.topology.Cluster;

/**
 * Multilevel allgather: up to the leaders of the top level, each of which sends all that it has to all others, and down again. Each site's data goes once to each other site. All travels in the order of the tree;
 * where that is not the order of ranks, each rank puts it right in the end.
 *
 * <p>Cost: α + (S-1)o and nβ of the own site S-1 times over the slowest channel among S leaders, and a gather and a broadcast of everything below.
 */
public final class MultilevelAllgather implements TreeGenerator {
    @Override
    public Schedule generate(Shape shape, Trees trees, int segments) {
        var allgather = new Allgather(new ScheduleBuilder(shape), LeaderTree.belowTop(shape, trees));
        allgather.up();
        allgather.exchangeAndPassDown();
        return allgather.steps.build();
    }

    /** Adds what the leader of a host does whose ranks share memory, once these have shown their blocks in phase 0. */
    public static void appendAmongHosts(ScheduleBuilder steps, Trees trees) {
        var allgather = new Allgather(steps, LeaderTree.ofHostsBelowTop(steps.shape(), trees));
        steps.see(Schedule.EVERYBODY, 0, 0, 1, allgather.all, allgather.first);
        allgather.passUp();
        allgather.exchangeAndPassDown();
    }

    /** What one rank does. */
    private static final class Allgather {
        final Shape shape;
        final ScheduleBuilder steps;
        final LeaderTree tree;
        final int[] order;
        final int all; // the buffer of all blocks in the order of the tree
        final int first; // where in it the own block is, and behind it those of whoever hangs on this rank

        Allgather(ScheduleBuilder steps, LeaderTree tree) {
            this.shape = steps.shape();
            this.steps = steps;
            this.tree = tree;
            this.order = Edge.order(tree.top(), 0);
            this.all = Order.isInterval(order) ? Schedule.OUT : steps.temporary(1, shape.size());
            int at = 0;
            while (order[at] != shape.rank()) {
                at++;
            }
            this.first = at;
        }

        void up() {
            int unit = shape.inPlace() ? shape.rank() : 0;
            boolean lies = shape.inPlace() && all == Schedule.OUT;
            if (tree.units() == 1 && !tree.isRoot()) {
                steps.send(tree.parent(), shape.operand(), unit, unit + 1);
                return;
            }
            if (!lies) {
                steps.copy(shape.operand(), unit, unit + 1, all, first);
            }
            passUp();
        }

        void passUp() {
            for (Edge edge : tree.edges()) {
                steps.receive(edge.peer(), all, first + edge.first(), first + edge.first() + edge.units());
            }
            if (!tree.isRoot()) {
                steps.send(tree.parent(), all, first, first + tree.units());
            }
        }

        void exchangeAndPassDown() {
            if (tree.isRoot()) {
                exchange();
            }
            down();
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
                steps.receive(top.ranks(source).lowest(), all, starts[source], starts[source + 1]);
            }
            for (int distance = 1; distance < top.constituents(); distance++) {
                int target = (own + distance) % top.constituents();
                steps.send(top.ranks(target).lowest(), all, starts[own], starts[own + 1]);
            }
        }

        void down() {
            if (!tree.isRoot()) {
                steps.receive(tree.parent(), all, 0, shape.size());
            }
            for (Edge edge : tree.farthestFirst()) {
                steps.send(edge.peer(), all, 0, shape.size());
            }
            if (all != Schedule.OUT) {
                Order.place(steps, all, 0, order, Schedule.OUT);
            }
        }
    }
}
