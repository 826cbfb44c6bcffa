package org.braid.coll.algorithm.multilevel;

import java.util.ArrayList;
import java.util.List;
import org.braid.coll.algorithm.order.Order;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;
import org.braid.coll.topology.Cluster;

/**
 * Multilevel alltoall, on each level whose constituents are on several hosts, the innermost first: ranks on one side of the channel have exchanged their blocks already; those for others go up to the leader of the side, which sends each other leader one message with all that
 * its ranks have for that one's, and down again. Ranks of one host exchange theirs themselves.
 *
 * <pre>
 *   rank     blocks for the ranks of other sides, side by side          ──up──>  leader   a row for each rank, in the order of the tree
 *   leader   for each other side: from each row that side's columns     ──────>  leader of that side
 *   leader   for each of its ranks: from each message its column        ──down─> rank     blocks of the ranks of other sides, side by side
 * </pre>
 *
 * <p>Cost: α + (S-1)(o + m²nβ) over the slowest channel among S leaders, each for m ranks, instead of m² messages for each pair; m(P-m) blocks of scratch at a leader, and as many copies. Use when short blocks.
 */
public final class MultilevelAlltoall {
    private final ScheduleBuilder steps;
    private final LeaderTree tree;
    private final Cluster top;
    private final Sides sides;
    private final int own; // which side this rank is on
    private final int[] outside; // the ranks of the other sides

    private MultilevelAlltoall(ScheduleBuilder steps, LeaderTree tree, int rank) {
        this.steps = steps;
        this.tree = tree;
        this.top = tree.top();
        this.sides = new Sides(top, rank);
        this.own = sides.own();
        this.outside = sides.outside();
    }

    /** This rank's schedule; pure and local. */
    public static Schedule generate(Shape shape, Trees trees) {
        var steps = new ScheduleBuilder(shape);
        List<LeaderTree> levels = LeaderTree.belowEach(shape, trees);
        new Sides(levels.getFirst().top(), shape.rank()).exchangeNear(steps);
        levels.forEach(tree -> new MultilevelAlltoall(steps, tree, shape.rank()).exchangeFar());
        return steps.build();
    }

    private void exchangeFar() {
        if (outside.length > 0) {
            int rows = up();
            down(tree.isRoot() ? exchange(rows) : steps.temporary(1, tree.units() * outside.length));
        }
    }

    /** The buffer of this rank's row and those of whoever hangs on it. */
    private int up() {
        int width = outside.length;
        int rows = steps.temporary(1, tree.units() * width);
        Order.collect(steps, Schedule.IN, outside, rows);
        for (Edge edge : tree.edges()) {
            steps.receive(edge.peer(), rows, edge.first() * width, (edge.first() + edge.units()) * width);
        }
        if (!tree.isRoot()) {
            steps.send(tree.parent(), rows, 0, tree.units() * width);
        }
        return rows;
    }

    /** The buffer of a row for each rank of this side, of what the others have for it. */
    private int exchange(int rows) {
        int width = outside.length;
        int ranks = tree.units();
        int received = steps.temporary(1, ranks * width);
        List<int[]> sources = new ArrayList<>(); // number and how many ranks
        for (int distance = 1; distance < top.constituents(); distance++) {
            int source = Math.floorMod(own - distance, top.constituents());
            sources.add(new int[] {source, top.weight(source)});
            steps.receive(top.ranks(source).lowest(), received, sides.column(source) * ranks, (sides.column(source) + top.weight(source)) * ranks);
        }
        for (int distance = 1; distance < top.constituents(); distance++) {
            int target = (own + distance) % top.constituents();
            int theirs = top.weight(target);
            int packed = steps.temporary(1, ranks * theirs);
            for (int row = 0; row < ranks; row++) {
                steps.copy(rows, row * width + sides.column(target), row * width + sides.column(target) + theirs, packed, row * theirs);
            }
            steps.send(top.ranks(target).lowest(), packed, 0, ranks * theirs);
        }
        int sorted = steps.temporary(1, ranks * width);
        for (int[] side : sources) {
            for (int row = 0; row < side[1]; row++) {
                for (int rank = 0; rank < ranks; rank++) {
                    int from = sides.column(side[0]) * ranks + row * ranks + rank;
                    steps.copy(received, from, from + 1, sorted, rank * width + sides.column(side[0]) + row);
                }
            }
        }
        return sorted;
    }

    private void down(int rows) {
        int width = outside.length;
        if (!tree.isRoot()) {
            steps.receive(tree.parent(), rows, 0, tree.units() * width);
        }
        for (Edge edge : tree.farthestFirst()) {
            steps.send(edge.peer(), rows, edge.first() * width, (edge.first() + edge.units()) * width);
        }
        Order.place(steps, rows, 0, outside, Schedule.OUT);
    }
}
