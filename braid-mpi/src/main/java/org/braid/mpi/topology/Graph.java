package org.braid.mpi.topology;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.braid.coll.schedule.Grid;
import org.braid.coll.schedule.Neighbourhood;
import org.braid.coll.schedule.Neighbours;
import org.jspecify.annotations.Nullable;

/**
 * A graph that every rank knows as a whole (MPI 4.1, section 8.5.3).
 *
 * <pre>
 *   edges   | neighbours of rank 0 | of rank 1 | …        those of rank r end before index[r]
 * </pre>
 */
public final class Graph implements Topology, Neighbourhood {
    private final int[] index;
    private final int[] edges;
    private final Neighbours neighbours;
    private final int[] oneWay;
    private final @Nullable Grid grid;

    /**
     * @param index for each rank where the neighbours of the next one begin
     * @param edges the neighbours of all ranks
     * @param rank of this process
     * @param grid on which the ranks are, if they are on one
     */
    public Graph(int[] index, int[] edges, int rank, @Nullable Grid grid) {
        this.grid = grid;
        this.index = index.clone();
        this.edges = edges.clone();
        this.neighbours = ofRank(rank).among(size() > MOST_RANKS ? null : this);
        this.oneWay = findOneWay(this.index, this.edges);
    }

    @Override
    public Neighbours ofRank(int one) {
        int[] own = neighboursOf(one);
        return Neighbours.inOrder(own, own);
    }

    @Override
    public @Nullable Grid grid() {
        return grid;
    }

    /** The neighbours of a rank, in the order in which they were given. */
    public int[] neighboursOf(int rank) {
        return Arrays.copyOfRange(edges, rank == 0 ? 0 : index[rank - 1], index[rank]);
    }

    /** How many ranks the graph has. */
    public int size() {
        return index.length;
    }

    /**
     * A rank and a neighbour of it that does not name it as often, if there are such: between them no blocks can be exchanged.
     *
     * @return two ranks, or none if each edge goes both ways
     */
    public int[] oneWay() {
        return oneWay.clone();
    }

    private static int[] findOneWay(int[] index, int[] edges) {
        Map<Long, Integer> times = new HashMap<>();
        for (int rank = 0, at = 0; rank < index.length; rank++) {
            for (; at < index[rank]; at++) {
                times.merge(pair(rank, edges[at]), 1, Integer::sum);
            }
        }
        for (int rank = 0, at = 0; rank < index.length; rank++) {
            for (; at < index[rank]; at++) {
                if (!Objects.equals(times.get(pair(rank, edges[at])), times.get(pair(edges[at], rank)))) {
                    return new int[] {rank, edges[at]};
                }
            }
        }
        return new int[0];
    }

    private static long pair(int from, int to) {
        return (long) from << 32 | to;
    }

    /** A copy. */
    public int[] index() {
        return index.clone();
    }

    /** A copy. */
    public int[] edges() {
        return edges.clone();
    }

    @Override
    public Neighbours neighbours() {
        return neighbours;
    }
}
