package org.braid.coll.topology;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * New numbers for ranks, by which neighbours in a grid or a graph share hosts, clusters and sites more often than by their old ones. A pure function: all who know the same topology and the same grid number alike. Never worse than
 * the old numbers: on no level do more edges cross, and on some fewer; else ranks keep them.
 */
public final class Reordering {
    /** Of larger grids and graphs ranks keep their numbers: what looks at each node for each node takes some milliseconds up to here. */
    static final int MOST_RANKS = 4096;

    private static final int MOST_BLOCKS = 256;

    private final Wiring wiring;
    private final int[][] sides; // for each level, the slowest first, and each rank the lowest rank that it reaches without crossing that level
    private final int[] ranks; // those of one host beside each other, hosts of one cluster likewise, and so on
    private int[] best;
    private long[] crossings;

    private Reordering(Topology topology, Wiring wiring) {
        this.wiring = wiring;
        this.sides = sides(topology);
        this.ranks = IntStream.range(0, wiring.nodes()).boxed().sorted((one, other) -> compare(one, other)).mapToInt(Integer::intValue).toArray();
        this.best = IntStream.range(0, wiring.nodes()).toArray();
        this.crossings = crossings(best);
    }

    /**
     * Of a grid whose last dimension changes first from rank to rank: the compact parts of it that hosts get are tried in all shapes that divide it.
     *
     * @param dims whose product is no more than the topology has ranks; those beyond it have no part in it
     * @return for each rank of the grid's, by its old number, the new one
     */
    public static int[] ofGrid(Topology topology, int[] dims, boolean[] periods) {
        int cells = GridBlocks.cells(dims);
        return isIdle(topology, cells) ? identity(cells) : new Reordering(topology, Wiring.ofGrid(dims, periods)).numbers(GridBlocks.orders(dims, MOST_BLOCKS));
    }

    /**
     * Of a graph.
     *
     * @param index for each of its ranks where the neighbours of the next one begin
     * @param edges the neighbours of all; a pair that is named twice counts twice
     * @return for each rank of the graph's, by its old number, the new one
     */
    public static int[] ofGraph(Topology topology, int[] index, int[] edges) {
        return isIdle(topology, index.length) ? identity(index.length) : new Reordering(topology, Wiring.ofGraph(index, edges)).numbers(List.of());
    }

    /**
     * Of a graph of all ranks whose edges weigh something: counted is the weight of those that cross.
     *
     * @param from where each edge begins, and {@code to} where it ends; one that begins and ends at one rank crosses nothing
     * @param weights none negative
     * @return for each rank, by its old number, the new one
     */
    public static int[] ofEdges(Topology topology, int[] from, int[] to, int[] weights) {
        return isIdle(topology, topology.size()) ? identity(topology.size()) : new Reordering(topology, Wiring.ofEdges(topology.size(), from, to, weights)).numbers(List.of());
    }

    private static boolean isIdle(Topology topology, int nodes) {
        return nodes > MOST_RANKS || topology.isFlat();
    }

    private static int[] identity(int nodes) {
        return IntStream.range(0, nodes).toArray();
    }

    private static int[][] sides(Topology topology) {
        int[][] sides = new int[Level.sharing(topology.kinds()) + 1][topology.size()];
        for (int level = 0; level < sides.length; level++) {
            for (int rank = 0; rank < topology.size(); rank++) {
                sides[level][rank] = side(topology.whole(), level, rank);
            }
        }
        return sides;
    }

    private static int side(Cluster whole, int level, int rank) {
        Cluster at = whole;
        while (at.kind() <= level) {
            Cluster below = at.constituent(at.indexOf(rank));
            if (below == null) {
                return rank;
            }
            at = below;
        }
        return at.ranks().lowest();
    }

    private int compare(int one, int other) {
        for (int[] side : sides) {
            if (side[one] != side[other]) {
                return Integer.compare(side[one], side[other]);
            }
        }
        return Integer.compare(one, other);
    }

    private int[] numbers(List<int[]> orders) {
        List<int[]> all = new ArrayList<>(orders);
        int[] hosts = sides[sides.length - 1];
        all.add(GreedyGrowth.order(wiring, IntStream.of(ranks).map(rank -> hosts[rank]).toArray()));
        long[] before = crossings;
        for (int[] order : all) {
            int[] numbers = new int[order.length];
            for (int place = 0; place < order.length; place++) {
                numbers[ranks[place]] = order[place];
            }
            consider(numbers, before);
        }
        return best;
    }

    /** Fewest edges between hosts; of as many those of which fewest cross the slowest channel. */
    private void consider(int[] numbers, long[] before) {
        long[] crossed = crossings(numbers);
        for (int level = 0; level < crossed.length; level++) {
            if (crossed[level] > before[level]) {
                return;
            }
        }
        int last = crossed.length - 1;
        int order = Long.compare(crossed[last], crossings[last]);
        for (int level = 0; level < last && order == 0; level++) {
            order = Long.compare(crossed[level], crossings[level]);
        }
        if (order < 0) {
            best = numbers;
            crossings = crossed;
        }
    }

    private long[] crossings(int[] numbers) {
        int[] rankOf = new int[numbers.length];
        for (int rank = 0; rank < numbers.length; rank++) {
            rankOf[numbers[rank]] = rank;
        }
        long[] crossed = new long[sides.length];
        for (int edge = 0; edge < wiring.edges(); edge++) {
            for (int level = 0; level < sides.length; level++) {
                crossed[level] += sides[level][rankOf[wiring.one(edge)]] == sides[level][rankOf[wiring.other(edge)]] ? 0 : wiring.weight(edge);
            }
        }
        return crossed;
    }
}
