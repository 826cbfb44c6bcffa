package org.braid.mpi.topology;

import java.util.Arrays;
import java.util.List;
import org.braid.coll.schedule.Grid;
import org.braid.coll.schedule.Neighbourhood;
import org.braid.coll.schedule.Neighbours;
import org.braid.mpi.topology.DistributedGraph.Edge;
import org.jspecify.annotations.Nullable;

/**
 * The edges of a distributed graph as all ranks have been told of them, without their weights: eight bytes for each edge.
 *
 * <pre>
 *   sources        | where edges begin that end at rank 0 | at rank 1 | …      those at rank r from firstSource[r] on
 *   destinations   | where edges end that begin at rank 0 | at rank 1 | …      likewise
 * </pre>
 */
public final class EdgeLists implements Neighbourhood {
    /** Of larger graphs each rank keeps its own edges: these lists are 8 MiB at each rank then. */
    private static final int MOST_EDGES = 1 << 20;

    private final int[] firstSource;
    private final int[] sources;
    private final int[] firstDestination;
    private final int[] destinations;
    private final @Nullable Grid grid;

    private EdgeLists(int ranks, List<Edge> in, List<Edge> out, @Nullable Grid grid) {
        this.grid = grid;
        this.firstSource = new int[ranks + 1];
        this.firstDestination = new int[ranks + 1];
        this.sources = new int[in.size()];
        this.destinations = new int[out.size()];
        for (Edge edge : in) {
            firstSource[edge.to() + 1]++;
        }
        for (Edge edge : out) {
            firstDestination[edge.from() + 1]++;
        }
        Arrays.parallelPrefix(firstSource, Integer::sum);
        Arrays.parallelPrefix(firstDestination, Integer::sum);
        int[] next = firstSource.clone();
        for (Edge edge : in) {
            sources[next[edge.to()]++] = edge.from();
        }
        next = firstDestination.clone();
        for (Edge edge : out) {
            destinations[next[edge.from()]++] = edge.to();
        }
    }

    /**
     * The lists of all ranks.
     *
     * @param in all edges, those of each rank at which they end in its order; {@code out} likewise where they begin
     * @param grid on which the ranks are, if they are on one
     * @return null if there are too many to be kept
     */
    public static @Nullable EdgeLists of(int ranks, List<Edge> in, List<Edge> out, @Nullable Grid grid) {
        return ranks > MOST_RANKS || out.size() > MOST_EDGES ? null : new EdgeLists(ranks, in, out, grid);
    }

    @Override
    public @Nullable Grid grid() {
        return grid;
    }

    @Override
    public Neighbours ofRank(int rank) {
        return Neighbours.inOrder(Arrays.copyOfRange(sources, firstSource[rank], firstSource[rank + 1]), Arrays.copyOfRange(destinations, firstDestination[rank], firstDestination[rank + 1]));
    }
}
