package org.braid.mpi.topology;

import java.util.List;
import org.braid.coll.schedule.Neighbourhood;
import org.braid.coll.schedule.Neighbours;
import org.jspecify.annotations.Nullable;

/** A graph of which this rank knows the edges that begin or end at it (MPI 4.1, section 8.5.4). */
public final class DistributedGraph implements Topology {
    private final List<Edge> in;
    private final List<Edge> out;
    private final boolean weighted;
    private final Neighbours neighbours;

    /**
     * One edge.
     *
     * @param weight 1 where no weights are given
     */
    public record Edge(int from, int to, int weight) {}

    /**
     * @param in edges that end here
     * @param out edges that begin here
     * @param weighted whether the program gave weights
     * @param all the lists of all ranks, if this one has kept them as all have
     */
    public DistributedGraph(List<Edge> in, List<Edge> out, boolean weighted, @Nullable Neighbourhood all) {
        this.in = List.copyOf(in);
        this.out = List.copyOf(out);
        this.weighted = weighted;
        this.neighbours = Neighbours.inOrder(in.stream().mapToInt(Edge::from).toArray(), out.stream().mapToInt(Edge::to).toArray()).among(all);
    }

    /** Edges that end here, in the order of blocks that are received. */
    public List<Edge> in() {
        return in;
    }

    /** Edges that begin here, in the order of blocks that are sent. */
    public List<Edge> out() {
        return out;
    }

    /** Whether the program gave weights. */
    public boolean isWeighted() {
        return weighted;
    }

    @Override
    public Neighbours neighbours() {
        return neighbours;
    }
}
