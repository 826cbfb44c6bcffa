package org.braid.coll.algorithm.multilevel;

import java.util.List;
import org.braid.coll.algorithm.generator.Trees;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.topology.Cluster;

/** One level of a {@linkplain MultilevelAlltoallv multilevel alltoallv}: as {@link AlltoallLevel}, with lengths ahead of blocks. */
public final class AlltoallvLevel {
    private final ScheduleBuilder steps;
    private final LeaderTree tree;
    private final Cluster top;
    private final Sides sides;
    private final int[] outside; // the ranks of the other sides
    private final int width;

    AlltoallvLevel(ScheduleBuilder steps, LeaderTree tree) {
        this.steps = steps;
        this.tree = tree;
        this.top = tree.top();
        this.sides = new Sides(top, steps.shape().rank());
        this.outside = sides.outside();
        this.width = outside.length;
    }

    /** Those on which hosts are apart whose ranks share memory, as the leader of one goes through them: the innermost first. Its rows begin with those of all ranks of the host. */
    public static List<AlltoallvLevel> amongHosts(ScheduleBuilder steps, Trees trees) {
        return LeaderTree.ofHostsBelowEach(steps.shape(), trees).stream().map(tree -> new AlltoallvLevel(steps, tree)).toList();
    }

    /** The ranks of the other sides, in the order of columns. */
    public int[] outside() {
        return outside;
    }

    /** For the row of this rank, or those of its host, and behind them the rows of whoever hangs on it. */
    public Bundle rows() {
        return new Bundle(steps, tree.units() * width);
    }

    /** The lengths of this rank's blocks, or its host's, are in their rows: from now on there is room for the blocks. */
    public void announce(Bundle rows) {
        for (Edge edge : tree.edges()) {
            rows.receiveLengths(edge.peer(), edge.first() * width, edge.units() * width);
        }
        if (!tree.isRoot()) {
            rows.sendLengths(tree.parent(), 0, tree.units() * width);
        }
        rows.allocate();
    }

    /**
     * Up, across and down.
     *
     * @param rows with the blocks of this rank, or of its host
     * @return rows likewise, of what has come
     */
    public Bundle exchange(Bundle rows) {
        for (Edge edge : tree.edges()) {
            rows.receiveBlocks(edge.peer(), edge.first() * width, edge.units() * width);
        }
        if (!tree.isRoot()) {
            rows.sendBlocks(tree.parent(), 0, tree.units() * width);
        }
        Bundle come = tree.isRoot() ? cross(rows) : fromAbove();
        for (Edge edge : tree.farthestFirst()) {
            come.sendLengths(edge.peer(), edge.first() * width, edge.units() * width);
            come.sendBlocks(edge.peer(), edge.first() * width, edge.units() * width);
        }
        return come;
    }

    private Bundle fromAbove() {
        Bundle come = rows();
        come.receiveLengths(tree.parent(), 0, tree.units() * width);
        come.allocate().receiveBlocks(tree.parent(), 0, tree.units() * width);
        return come;
    }

    /** A row for each rank of this side, of what the others have for it. */
    private Bundle cross(Bundle rows) {
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
}
