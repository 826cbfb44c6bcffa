package org.braid.coll.algorithm.multilevel;

import java.util.ArrayList;
import java.util.List;
import org.braid.coll.algorithm.generator.Trees;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.topology.Cluster;

/**
 * One level of a {@linkplain MultilevelAlltoall multilevel alltoall}: blocks for the ranks of other sides go up to the leader of a side, cross, and those that have come go down. What is handed on is a row of blocks for each rank, a column for each rank of the other sides.
 */
public final class AlltoallLevel {
    private final ScheduleBuilder steps;
    private final LeaderTree tree;
    private final Cluster top;
    private final Sides sides;
    private final int own; // which side this rank is on
    private final int[] outside; // the ranks of the other sides
    private final int width;

    AlltoallLevel(ScheduleBuilder steps, LeaderTree tree) {
        this.steps = steps;
        this.tree = tree;
        this.top = tree.top();
        this.sides = new Sides(top, steps.shape().rank());
        this.own = sides.own();
        this.outside = sides.outside();
        this.width = outside.length;
    }

    /** Those on which hosts are apart whose ranks share memory, as the leader of one goes through them: the innermost first. Its rows begin with those of all ranks of the host. */
    public static List<AlltoallLevel> amongHosts(ScheduleBuilder steps, Trees trees) {
        return LeaderTree.ofHostsBelowEach(steps.shape(), trees).stream().map(tree -> new AlltoallLevel(steps, tree)).toList();
    }

    /** The ranks of the other sides, in the order of columns. */
    public int[] outside() {
        return outside;
    }

    /** A buffer for the row of this rank, or those of its host, and behind them the rows of whoever hangs on it. */
    public int rows() {
        return steps.temporary(1, tree.units() * width);
    }

    /**
     * Up, across and down.
     *
     * @param rows with the blocks of this rank, or of its host
     * @return the buffer of rows likewise, of what has come
     */
    public int exchange(int rows) {
        for (Edge edge : tree.edges()) {
            steps.receive(edge.peer(), rows, edge.first() * width, (edge.first() + edge.units()) * width);
        }
        if (!tree.isRoot()) {
            steps.send(tree.parent(), rows, 0, tree.units() * width);
        }
        int come = tree.isRoot() ? cross(rows) : fromAbove();
        for (Edge edge : tree.farthestFirst()) {
            steps.send(edge.peer(), come, edge.first() * width, (edge.first() + edge.units()) * width);
        }
        return come;
    }

    private int fromAbove() {
        int come = rows();
        steps.receive(tree.parent(), come, 0, tree.units() * width);
        return come;
    }

    /** The buffer of a row for each rank of this side, of what the others have for it. */
    private int cross(int rows) {
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
}
