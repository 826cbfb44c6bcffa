package org.braid.coll.algorithm.multilevel;

import java.util.List;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;
import org.braid.coll.topology.Cluster;

/**
 * Multilevel alltoall of blocks of lengths that only both ends know: as {@link MultilevelAlltoall}, with lengths ahead of all that passes a leader. Every rank compares what comes with what it expects, block by block. A block that is too long to go
 * together with others goes straight to its rank.
 *
 * <p>Cost: α + (S-1)(2o + m²nβ) over the slowest channel among S leaders, each for m ranks, instead of m² messages for each pair; a message more for each long block, all at once; m(P-m) blocks of scratch at a leader, and as many copies.
 */
public final class MultilevelAlltoallv {
    /** All blocks of a side pass one leader: of 64 ranks on four hosts, longer ones are there sooner as a message each (simulated: 256 bytes take 0.29 ms through leaders and 0.22 ms straight, 8 bytes 0.05 and 0.22). */
    private static final long USUAL_BYTES = 128;

    private final ScheduleBuilder steps;
    private final LeaderTree tree;
    private final Cluster top;
    private final Sides sides;
    private final int width;

    private MultilevelAlltoallv(ScheduleBuilder steps, LeaderTree tree, int rank) {
        this.steps = steps;
        this.tree = tree;
        this.top = tree.top();
        this.sides = new Sides(top, rank);
        this.width = sides.outside().length;
    }

    /** This rank's schedule; pure and local. */
    public static Schedule generate(Shape shape, Trees trees) {
        var steps = new ScheduleBuilder(shape).together(trees.togetherBytes(USUAL_BYTES));
        List<LeaderTree> levels = LeaderTree.belowEach(shape, trees);
        new Sides(levels.getFirst().top(), shape.rank()).exchangeNear(steps);
        levels.forEach(tree -> new MultilevelAlltoallv(steps, tree, shape.rank()).exchangeFar());
        return steps.build();
    }

    private void exchangeFar() {
        if (width > 0) {
            straight();
            Bundle rows = up();
            down(tree.isRoot() ? exchange(rows) : fromAbove());
        }
    }

    /** Long blocks, all at once. */
    private void straight() {
        for (int rank : sides.outside()) {
            steps.receiveIfLong(rank, Schedule.OUT, rank);
        }
        for (int rank : sides.outside()) {
            steps.sendIfLong(rank, Schedule.IN, rank);
        }
    }

    /** This rank's row and those of whoever hangs on it. */
    private Bundle up() {
        Bundle rows = new Bundle(steps, tree.units() * width).measure(Schedule.IN, sides.outside(), 0);
        for (Edge edge : tree.edges()) {
            rows.receiveLengths(edge.peer(), edge.first() * width, edge.units() * width);
        }
        if (!tree.isRoot()) {
            rows.sendLengths(tree.parent(), 0, tree.units() * width);
        }
        rows.allocate().put(Schedule.IN, sides.outside(), 0);
        for (Edge edge : tree.edges()) {
            rows.receiveBlocks(edge.peer(), edge.first() * width, edge.units() * width);
        }
        if (!tree.isRoot()) {
            rows.sendBlocks(tree.parent(), 0, tree.units() * width);
        }
        return rows;
    }

    /** A row for each rank of this side, of what the others have for it. */
    private Bundle exchange(Bundle rows) {
        int ranks = tree.units();
        Bundle[] packed = new Bundle[top.constituents()];
        Bundle[] received = new Bundle[top.constituents()];
        for (int distance = 1; distance < top.constituents(); distance++) {
            int target = (sides.own() + distance) % top.constituents();
            packed[target] = pack(rows, target, ranks);
        }
        for (int distance = 1; distance < top.constituents(); distance++) {
            int source = Math.floorMod(sides.own() - distance, top.constituents());
            received[source] = new Bundle(steps, ranks * top.weight(source));
            received[source].receiveLengths(top.ranks(source).lowest(), 0, ranks * top.weight(source));
        }
        for (int distance = 1; distance < top.constituents(); distance++) {
            int target = (sides.own() + distance) % top.constituents();
            packed[target].sendBlocks(top.ranks(target).lowest(), 0, ranks * top.weight(target));
        }
        return sorted(received, ranks);
    }

    /** What this side's ranks have for another one: from each row that side's columns. The lengths are on their way at once. */
    private Bundle pack(Bundle rows, int target, int ranks) {
        int theirs = top.weight(target);
        Bundle packed = new Bundle(steps, ranks * theirs);
        for (int row = 0; row < ranks; row++) {
            packed.copyLengths(rows, row * width + sides.column(target), theirs, row * theirs);
        }
        packed.sendLengths(top.ranks(target).lowest(), 0, ranks * theirs);
        packed.allocate();
        for (int row = 0; row < ranks; row++) {
            packed.copyBlocks(rows, row * width + sides.column(target), theirs, row * theirs);
        }
        return packed;
    }

    private Bundle sorted(Bundle[] received, int ranks) {
        Bundle sorted = new Bundle(steps, ranks * width);
        for (int source = 0; source < received.length; source++) {
            for (int block = 0; received[source] != null && block < ranks * top.weight(source); block++) {
                sorted.copyLengths(received[source], block, 1, place(source, block, ranks));
            }
        }
        for (int source = 0; source < received.length; source++) {
            if (received[source] != null) {
                received[source].allocate().receiveBlocks(top.ranks(source).lowest(), 0, ranks * top.weight(source));
            }
        }
        sorted.allocate();
        for (int source = 0; source < received.length; source++) {
            for (int block = 0; received[source] != null && block < ranks * top.weight(source); block++) {
                sorted.copyBlocks(received[source], block, 1, place(source, block, ranks));
            }
        }
        return sorted;
    }

    /** A block of a side's message, row by row of that side, in the rows of this one. */
    private int place(int source, int block, int ranks) {
        return block % ranks * width + sides.column(source) + block / ranks;
    }

    private Bundle fromAbove() {
        Bundle rows = new Bundle(steps, tree.units() * width);
        rows.receiveLengths(tree.parent(), 0, tree.units() * width);
        rows.allocate().receiveBlocks(tree.parent(), 0, tree.units() * width);
        return rows;
    }

    private void down(Bundle rows) {
        for (Edge edge : tree.farthestFirst()) {
            rows.sendLengths(edge.peer(), edge.first() * width, edge.units() * width);
            rows.sendBlocks(edge.peer(), edge.first() * width, edge.units() * width);
        }
        rows.compareLengths(0, sides.outside());
        rows.take(0, sides.outside(), Schedule.OUT);
    }
}
