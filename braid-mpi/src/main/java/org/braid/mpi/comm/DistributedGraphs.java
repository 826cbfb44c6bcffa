package org.braid.mpi.comm;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.braid.coll.agreement.Purpose;
import org.braid.coll.schedule.Grid;
import org.braid.coll.topology.Reordering;
import org.braid.coll.topology.Topology;
import org.braid.mpi.coll.CollectiveRuns;
import org.braid.mpi.coll.Words;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.topology.DistributedGraph;
import org.braid.mpi.topology.DistributedGraph.Edge;
import org.braid.mpi.topology.EdgeLists;
import org.jspecify.annotations.Nullable;

/**
 * Graphs of which each rank has said a part (MPI 4.1, section 8.5.4). All parts come to all ranks, which so find their own edges, and what does not fit together, alike. Where some ranks are nearer to each other than to others, they keep the lists of all, by which
 * collectives of neighbours have edges cross slow channels together, and number themselves anew if they may. They keep them on a grid, too, along whose dimensions blocks can go together.
 *
 * <pre>
 *   what a rank says   | flags | edges that end here | from, to | weight | from, to | weight | …      edges that end here come first
 *                      | WRONG | 0 |
 * </pre>
 */
public final class DistributedGraphs {
    private static final int HEADER = 2;
    private static final int EDGE = 2;

    /** Flags: there are weights; ranks may be numbered anew, and would be. */
    private static final long WEIGHTED = 1;
    private static final long RENUMBERED = 2;

    /** In place of flags: of a rank whose arguments are wrong in themselves. */
    private static final long WRONG = -1;

    private DistributedGraphs() {}

    /**
     * What one rank says.
     *
     * @param in edges that end there
     * @param out edges that begin there, or anywhere
     * @param weighted whether the program gave weights
     */
    public record Part(List<Edge> in, List<Edge> out, boolean weighted) {}

    /**
     * What has come of it at one rank.
     *
     * @param number its rank in the graph
     * @param graph as that rank sees it: what the member of this number has said of itself, in its order
     */
    public record Made(DistributedGraph graph, int number) {}

    /**
     * Any rank may say any edge, which is one edge more each time.
     *
     * @param near who is near whom, the same at every rank; null if nobody is nearer than others
     * @param grid on which the ranks are, the same at every rank; null if they are on none, or may be numbered anew
     * @param reorder whether ranks may be numbered anew
     * @param part throws what is wrong with this rank's arguments, which is thrown here, and the others are told
     * @throws MpiFailure ARG if only some ranks give weights, or may be numbered anew, or some rank's arguments are wrong
     */
    public static Made declared(CollectiveRuns ranks, @Nullable Topology near, @Nullable Grid grid, boolean reorder, Supplier<Part> part) {
        Part mine = checked(ranks, Purpose.CREATE_DIST_GRAPH, part);
        List<Edge> edges = new ArrayList<>();
        for (long[] said : exchange(ranks, Purpose.CREATE_DIST_GRAPH, words(mine, near != null && reorder))) {
            edges.addAll(edgesOf(said, 0, count(said)));
        }
        return made(ranks.lco(), near, grid, reorder, edges, edges, mine.weighted());
    }

    /**
     * Every rank says its own edges, those that end there and those that begin there.
     *
     * @param near as above, as are the others
     * @throws MpiFailure ARG if only some ranks give weights, or may be numbered anew, if the ends of an edge do not say the same of it, or if some rank's arguments are wrong
     */
    public static Made adjacent(CollectiveRuns ranks, @Nullable Topology near, @Nullable Grid grid, boolean reorder, Supplier<Part> part) {
        Part mine = checked(ranks, Purpose.CREATE_DIST_GRAPH_ADJACENT, part);
        List<Edge> in = new ArrayList<>();
        List<Edge> out = new ArrayList<>();
        for (long[] said : exchange(ranks, Purpose.CREATE_DIST_GRAPH_ADJACENT, words(mine, near != null && reorder))) {
            int incoming = (int) said[1];
            in.addAll(edgesOf(said, 0, incoming));
            out.addAll(edgesOf(said, incoming, count(said)));
        }
        EdgeEnds.require(in, out);
        return made(ranks.lco(), near, grid, reorder, in, out, mine.weighted());
    }

    /** @param in all edges in the order of each rank at which they end; {@code out} likewise where they begin */
    private static Made made(Lco ranks, @Nullable Topology near, @Nullable Grid grid, boolean reorder, List<Edge> in, List<Edge> out, boolean weighted) {
        int number = near == null || !reorder ? ranks.rank() : numbers(near, out)[ranks.rank()];
        List<Edge> ending = new ArrayList<>();
        List<Edge> beginning = new ArrayList<>();
        for (Edge edge : in) {
            if (edge.to() == number) {
                ending.add(edge);
            }
        }
        for (Edge edge : out) {
            if (edge.from() == number) {
                beginning.add(edge);
            }
        }
        return new Made(new DistributedGraph(ending, beginning, weighted, near == null && grid == null ? null : EdgeLists.of(ranks.size(), in, out, grid)), number);
    }

    private static int[] numbers(Topology near, List<Edge> edges) {
        int[] from = new int[edges.size()];
        int[] to = new int[edges.size()];
        int[] weights = new int[edges.size()];
        for (int edge = 0; edge < from.length; edge++) {
            from[edge] = edges.get(edge).from();
            to[edge] = edges.get(edge).to();
            weights[edge] = edges.get(edge).weight();
        }
        return Reordering.ofEdges(near, from, to, weights);
    }

    private static Part checked(CollectiveRuns ranks, Purpose purpose, Supplier<Part> part) {
        return WrongArguments.checked(part, () -> exchange(ranks, purpose, new long[] {WRONG, 0}));
    }

    private static long[][] exchange(CollectiveRuns ranks, Purpose purpose, long[] mine) {
        long[][] said = new Words(ranks).allgatherv(purpose, mine);
        for (int rank = 0; rank < said.length; rank++) {
            if (said[rank][0] == WRONG) {
                throw WrongArguments.at(purpose, rank);
            }
        }
        for (int rank = 1; rank < said.length; rank++) {
            if (((said[rank][0] ^ said[0][0]) & RENUMBERED) != 0) {
                throw new MpiFailure(
                        ErrorClass.ARG, purpose.text() + " may number some ranks anew only", "rank 0 and rank " + rank + " differ in it", "Give the same reorder at every rank");
            }
            if (said[rank][0] != said[0][0]) {
                throw new MpiFailure(
                        ErrorClass.ARG, purpose.text() + " got weights from some ranks only", "rank 0 and rank " + rank + " differ in it", "Give weights at every rank, or at none");
            }
        }
        return said;
    }

    private static long[] words(Part part, boolean renumbered) {
        long[] words = new long[HEADER + EDGE * (part.in().size() + part.out().size())];
        words[0] = (part.weighted() ? WEIGHTED : 0) | (renumbered ? RENUMBERED : 0);
        words[1] = part.in().size();
        int at = put(words, HEADER, part.in());
        put(words, at, part.out());
        return words;
    }

    private static int put(long[] words, int start, List<Edge> edges) {
        int at = start;
        for (Edge edge : edges) {
            words[at++] = (long) edge.from() << 32 | edge.to();
            words[at++] = edge.weight();
        }
        return at;
    }

    private static int count(long[] said) {
        return (said.length - HEADER) / EDGE;
    }

    private static List<Edge> edgesOf(long[] said, int first, int end) {
        List<Edge> edges = new ArrayList<>();
        for (int edge = first; edge < end; edge++) {
            long pair = said[HEADER + EDGE * edge];
            edges.add(new Edge((int) (pair >>> 32), (int) pair, (int) said[HEADER + EDGE * edge + 1]));
        }
        return edges;
    }
}
