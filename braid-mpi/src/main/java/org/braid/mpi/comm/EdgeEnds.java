package org.braid.mpi.comm;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.braid.coll.agreement.Purpose;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.topology.DistributedGraph.Edge;

/**
 * Whether both ends of each edge say the same of it (MPI 4.1, section 8.5.4): that it is there, as often as it is, and its weight. In which order edges of one pair have their weights does not matter.
 */
final class EdgeEnds {
    private static final String CALL = Purpose.CREATE_DIST_GRAPH_ADJACENT.text();

    private EdgeEnds() {}

    /**
     * Compares what all destinations say with what all sources do.
     *
     * @throws MpiFailure ARG with the first edge that is not the same at both ends; the same at every rank
     */
    static void require(List<Edge> atDestinations, List<Edge> atSources) {
        Map<Edge, Integer> surplus = new LinkedHashMap<>(); // of destinations, in an order that is the same at every rank
        Map<Edge, Integer> surplusByWeight = new LinkedHashMap<>();
        count(atDestinations, 1, surplus, surplusByWeight);
        count(atSources, -1, surplus, surplusByWeight);
        surplus.forEach(EdgeEnds::requireNamed);
        surplusByWeight.forEach(EdgeEnds::requireWeight);
    }

    private static void count(List<Edge> edges, int one, Map<Edge, Integer> surplus, Map<Edge, Integer> surplusByWeight) {
        for (Edge edge : edges) {
            surplus.merge(new Edge(edge.from(), edge.to(), 0), one, Integer::sum);
            surplusByWeight.merge(edge, one, Integer::sum);
        }
    }

    private static void requireNamed(Edge edge, int surplus) {
        String from = "rank " + edge.from();
        String to = "rank " + edge.to();
        if (surplus != 0) {
            throw new MpiFailure(
                    ErrorClass.ARG, CALL + " got lists that do not fit together",
                    surplus > 0
                            ? to + " names " + from + " as a source " + surplus + " times more than " + from + " names " + to + " as a destination"
                            : from + " names " + to + " as a destination " + -surplus + " times more than " + to + " names " + from + " as a source",
                    "Name each edge at both its ends, or use createDistGraph, where one end is enough");
        }
    }

    private static void requireWeight(Edge edge, int surplus) {
        String from = "rank " + edge.from();
        String to = "rank " + edge.to();
        if (surplus != 0) {
            String which = surplus > 0 ? to + " has " + surplus + " more edges from " + from : from + " has " + -surplus + " more edges to " + to;
            throw new MpiFailure(
                    ErrorClass.ARG, CALL + " got weights that do not fit together",
                    which + " of weight " + edge.weight() + " than " + (surplus > 0 ? from : to) + " says", "Give each edge the same weight at both its ends");
        }
    }
}
