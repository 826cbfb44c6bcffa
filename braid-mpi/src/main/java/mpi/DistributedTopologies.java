package mpi;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.braid.base.BraidException;
import org.braid.coll.agreement.Purpose;
import org.braid.coll.topology.Topology;
import org.braid.mpi.comm.DistributedGraphs;
import org.braid.mpi.comm.DistributedGraphs.Made;
import org.braid.mpi.comm.DistributedGraphs.Part;
import org.braid.mpi.topology.DistributedGraph.Edge;
import org.jspecify.annotations.Nullable;

/** Makes communicators with a graph of which each member gives a part (MPI 4.1, section 8.5.4). Where the program allows it and some ranks are nearer to each other than to others, they are numbered so that neighbours are near. */
final class DistributedTopologies {
  private DistributedTopologies() {}

  static GraphComm create(Intracomm comm, int[] sources, int[] degrees, int[] destinations, int @Nullable [] weights, Info info, boolean reorder) {
    return made(
        comm, Purpose.CREATE_DIST_GRAPH,
        near -> DistributedGraphs.declared(comm.collective(), near, Topologies.grid(comm, near, reorder), reorder, () -> declared(comm, sources, degrees, destinations, weights, info)));
  }

  static GraphComm createAdjacent(
      Intracomm comm, int[] sources, int @Nullable [] sourceWeights, int[] destinations, int @Nullable [] destWeights, Info info, boolean reorder) {
    return made(
        comm, Purpose.CREATE_DIST_GRAPH_ADJACENT,
        near -> DistributedGraphs.adjacent(comm.collective(), near, Topologies.grid(comm, near, reorder), reorder, () -> adjacent(comm, sources, sourceWeights, destinations, destWeights, info)));
  }

  private static GraphComm made(Intracomm comm, Purpose purpose, Function<@Nullable Topology, Made> exchange) {
    Topology near = Topologies.near(comm);
    try {
      Made mine = exchange.apply(near);
      GraphComm made = new GraphComm(mine.graph());
      Topologies.join(made, comm, purpose, 0, mine.number());
      return made;
    } catch (BraidException e) {
      throw Errors.of(e);
    }
  }

  private static Part declared(Intracomm comm, int[] sources, int[] degrees, int[] destinations, int @Nullable [] weights, Info info) {
    String call = Purpose.CREATE_DIST_GRAPH.text();
    checkLists(comm, call, sources, destinations, info);
    int declared = checkedSum(comm, call, sources, degrees, destinations);
    Topologies.checkRanks(comm, call, "destinations", Arrays.copyOf(destinations, declared), comm.getSize());
    checkWeights(comm, call, weights, declared);
    List<Edge> edges = new ArrayList<>();
    for (int source = 0; source < sources.length; source++) {
      for (int left = degrees[source]; left > 0; left--) {
        int at = edges.size();
        edges.add(new Edge(sources[source], destinations[at], weightAt(weights, at)));
      }
    }
    return new Part(List.of(), edges, weights != null);
  }

  private static Part adjacent(Intracomm comm, int[] sources, int @Nullable [] sourceWeights, int[] destinations, int @Nullable [] destWeights, Info info) {
    String call = Purpose.CREATE_DIST_GRAPH_ADJACENT.text();
    checkLists(comm, call, sources, destinations, info);
    Topologies.checkRanks(comm, call, "destinations", destinations, comm.getSize());
    checkWeights(comm, call, sourceWeights, sources.length);
    checkWeights(comm, call, destWeights, destinations.length);
    boolean weighted = sourceWeights != null || destWeights != null;
    if (weighted && (sourceWeights == null && sources.length > 0 || destWeights == null && destinations.length > 0)) {
      throw comm.refused(ErrorClasses.ERR_ARG, call, "weights were given only for edges that " + (sourceWeights == null ? "begin" : "end") + " here");
    }
    int self = comm.getRank();
    List<Edge> in = new ArrayList<>();
    for (int i = 0; i < sources.length; i++) {
      in.add(new Edge(sources[i], self, weightAt(sourceWeights, i)));
    }
    List<Edge> out = new ArrayList<>();
    for (int i = 0; i < destinations.length; i++) {
      out.add(new Edge(self, destinations[i], weightAt(destWeights, i)));
    }
    return new Part(in, out, weighted);
  }

  private static int weightAt(int @Nullable [] weights, int edge) {
    return weights == null ? 1 : weights[edge];
  }

  private static void checkLists(Intracomm comm, String call, int[] sources, int[] destinations, Info info) {
    Arguments.given(sources, ErrorClasses.ERR_ARG, call + ": the array of sources");
    Arguments.given(destinations, ErrorClasses.ERR_ARG, call + ": the array of destinations");
    Arguments.given(info, ErrorClasses.ERR_INFO, call + ": the info");
    Topologies.checkRanks(comm, call, "sources", sources, comm.getSize());
  }

  /** How many edges the degrees of the sources count. What lies behind the ends of lists is ignored: MPI in C, which Open MPI's bindings call, never sees how long they are. */
  private static int checkedSum(Intracomm comm, String call, int[] sources, int[] degrees, int[] destinations) {
    Arguments.given(degrees, ErrorClasses.ERR_ARG, call + ": the array of degrees");
    if (degrees.length < sources.length) {
      throw comm.refused(ErrorClasses.ERR_ARG, call, degrees.length + " degrees were given for " + sources.length + " sources");
    }
    long total = 0;
    for (int source = 0; source < sources.length; source++) {
      if (degrees[source] < 0) {
        throw comm.refused(ErrorClasses.ERR_ARG, call, "the degrees are " + Topologies.text(degrees) + "; none is negative");
      }
      total += degrees[source];
    }
    if (total > destinations.length) {
      throw comm.refused(ErrorClasses.ERR_ARG, call, "the degrees add up to " + total + ", but there are " + destinations.length + " destinations");
    }
    return (int) total;
  }

  private static void checkWeights(Intracomm comm, String call, int @Nullable [] weights, int edges) {
    if (weights != null && weights.length < edges) {
      throw comm.refused(ErrorClasses.ERR_ARG, call, weights.length + " weights were given for " + edges + " edges");
    }
    for (int edge = 0; edge < edges && weights != null; edge++) {
      if (weights[edge] < 0) {
        throw comm.refused(ErrorClasses.ERR_ARG, call, "the weights are " + Topologies.text(weights) + "; none is negative");
      }
    }
  }
}
