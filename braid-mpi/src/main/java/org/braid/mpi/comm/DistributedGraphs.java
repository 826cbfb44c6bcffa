package org.braid.mpi.comm;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.braid.coll.agreement.Purpose;
import org.braid.mpi.coll.CollectiveRuns;
import org.braid.mpi.p2p.ErrorClass;
import org.braid.mpi.p2p.MpiFailure;
import org.braid.mpi.topology.DistributedGraph;
import org.braid.mpi.topology.DistributedGraph.Edge;

/**
 * Graphs of which each rank has said a part (MPI 4.1, section 8.5.4). All parts come to all ranks, which so find their own edges, and what does not fit together, alike.
 *
 * <pre>
 *   what a rank says   | weighted | edges that end here | from, to | weight | from, to | weight | …      edges that end here come first
 *                      | WRONG | 0 |
 * </pre>
 */
public final class DistributedGraphs {
    private static final int HEADER = 2;
    private static final int EDGE = 2;

    /** In place of whether there are weights: of a rank whose arguments are wrong in themselves. */
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
     * Any rank may say any edge, which is one edge more each time.
     *
     * @param part throws what is wrong with this rank's arguments, which is thrown here, and the others are told
     * @throws MpiFailure ARG if only some ranks give weights, or some rank's arguments are wrong
     */
    public static DistributedGraph declared(CollectiveRuns ranks, Supplier<Part> part) {
        Part mine = checked(ranks, Purpose.CREATE_DIST_GRAPH, part);
        int self = ranks.lco().rank();
        List<Edge> in = new ArrayList<>();
        List<Edge> out = new ArrayList<>();
        for (long[] said : exchange(ranks, Purpose.CREATE_DIST_GRAPH, words(mine))) {
            for (Edge edge : edgesOf(said, 0, count(said))) {
                if (edge.to() == self) {
                    in.add(edge);
                }
                if (edge.from() == self) {
                    out.add(edge);
                }
            }
        }
        return new DistributedGraph(in, out, mine.weighted());
    }

    /**
     * Every rank says its own edges, those that end there and those that begin there.
     *
     * @param part as above
     * @throws MpiFailure ARG if only some ranks give weights, if the ends of an edge do not say the same of it, or if some rank's arguments are wrong
     */
    public static DistributedGraph adjacent(CollectiveRuns ranks, Supplier<Part> part) {
        Part mine = checked(ranks, Purpose.CREATE_DIST_GRAPH_ADJACENT, part);
        List<Edge> in = new ArrayList<>();
        List<Edge> out = new ArrayList<>();
        for (long[] said : exchange(ranks, Purpose.CREATE_DIST_GRAPH_ADJACENT, words(mine))) {
            int incoming = (int) said[1];
            in.addAll(edgesOf(said, 0, incoming));
            out.addAll(edgesOf(said, incoming, count(said)));
        }
        EdgeEnds.require(in, out);
        return new DistributedGraph(mine.in(), mine.out(), mine.weighted());
    }

    private static Part checked(CollectiveRuns ranks, Purpose purpose, Supplier<Part> part) {
        return WrongArguments.checked(part, () -> exchange(ranks, purpose, new long[] {WRONG, 0}));
    }

    private static long[][] exchange(CollectiveRuns ranks, Purpose purpose, long[] mine) {
        long[][] said = ranks.allgatherv(purpose, mine);
        for (int rank = 0; rank < said.length; rank++) {
            if (said[rank][0] == WRONG) {
                throw WrongArguments.at(purpose, rank);
            }
        }
        for (int rank = 1; rank < said.length; rank++) {
            if (said[rank][0] != said[0][0]) {
                throw new MpiFailure(
                        ErrorClass.ARG, purpose.text() + " got weights from some ranks only", "rank 0 and rank " + rank + " differ in it", "Give weights at every rank, or at none");
            }
        }
        return said;
    }

    private static long[] words(Part part) {
        long[] words = new long[HEADER + EDGE * (part.in().size() + part.out().size())];
        words[0] = part.weighted() ? 1 : 0;
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
