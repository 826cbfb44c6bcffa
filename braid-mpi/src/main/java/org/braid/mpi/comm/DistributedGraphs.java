package org.braid.mpi.comm;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.braid.coll.engine.Purpose;
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
 * </pre>
 */
public final class DistributedGraphs {
    private static final int HEADER = 2;
    private static final int EDGE = 2;

    private DistributedGraphs() {}

    /**
     * Any rank may say any edge, which is one edge more each time.
     *
     * @throws MpiFailure ARG if only some ranks give weights
     */
    public static DistributedGraph declared(CollectiveRuns ranks, List<Edge> edges, boolean weighted) {
        long[][] said = exchange(ranks, Purpose.CREATE_DIST_GRAPH, List.of(), edges, weighted);
        int self = ranks.lco().rank();
        List<Edge> in = new ArrayList<>();
        List<Edge> out = new ArrayList<>();
        for (long[] part : said) {
            for (Edge edge : edgesOf(part, 0, count(part))) {
                if (edge.to() == self) {
                    in.add(edge);
                }
                if (edge.from() == self) {
                    out.add(edge);
                }
            }
        }
        return new DistributedGraph(in, out, weighted);
    }

    /**
     * Every rank says its own edges, those that end there and those that begin there.
     *
     * @throws MpiFailure ARG if only some ranks give weights, or if the ends of an edge do not both name it
     */
    public static DistributedGraph adjacent(CollectiveRuns ranks, List<Edge> in, List<Edge> out, boolean weighted) {
        long[][] said = exchange(ranks, Purpose.CREATE_DIST_GRAPH_ADJACENT, in, out, weighted);
        Map<Long, Integer> surplus = new HashMap<>();
        for (long[] part : said) {
            int incoming = (int) part[1];
            edgesOf(part, 0, incoming).forEach(edge -> surplus.merge(pair(edge), 1, Integer::sum));
            edgesOf(part, incoming, count(part)).forEach(edge -> surplus.merge(pair(edge), -1, Integer::sum));
        }
        surplus.forEach(DistributedGraphs::requireBothEnds);
        return new DistributedGraph(in, out, weighted);
    }

    private static void requireBothEnds(long pair, int surplus) {
        if (surplus != 0) {
            long from = pair >>> 32;
            long to = pair & 0xFFFF_FFFFL;
            throw new MpiFailure(
                    ErrorClass.ARG, Purpose.CREATE_DIST_GRAPH_ADJACENT.text() + " got lists that do not fit together",
                    surplus > 0
                            ? "rank " + to + " names rank " + from + " as a source " + surplus + " times more than rank " + from + " names rank " + to + " as a destination"
                            : "rank " + from + " names rank " + to + " as a destination " + -surplus + " times more than rank " + to + " names rank " + from + " as a source",
                    "Name each edge at both its ends, or use createDistGraph, where one end is enough");
        }
    }

    private static long[][] exchange(CollectiveRuns ranks, Purpose purpose, List<Edge> in, List<Edge> out, boolean weighted) {
        long[] mine = new long[HEADER + EDGE * (in.size() + out.size())];
        mine[0] = weighted ? 1 : 0;
        mine[1] = in.size();
        int at = put(mine, HEADER, in);
        put(mine, at, out);
        long[][] said = ranks.allgatherv(purpose, mine);
        for (int rank = 0; rank < said.length; rank++) {
            if (said[rank][0] != said[0][0]) {
                throw new MpiFailure(
                        ErrorClass.ARG, purpose.text() + " got weights from some ranks only", "rank 0 and rank " + rank + " differ in it", "Give weights at every rank, or at none");
            }
        }
        return said;
    }

    private static int put(long[] words, int start, List<Edge> edges) {
        int at = start;
        for (Edge edge : edges) {
            words[at++] = pair(edge);
            words[at++] = edge.weight();
        }
        return at;
    }

    private static long pair(Edge edge) {
        return (long) edge.from() << 32 | edge.to();
    }

    private static int count(long[] part) {
        return (part.length - HEADER) / EDGE;
    }

    private static List<Edge> edgesOf(long[] part, int first, int end) {
        List<Edge> edges = new ArrayList<>();
        for (int edge = first; edge < end; edge++) {
            long pair = part[HEADER + EDGE * edge];
            edges.add(new Edge((int) (pair >>> 32), (int) pair, (int) part[HEADER + EDGE * edge + 1]));
        }
        return edges;
    }
}
