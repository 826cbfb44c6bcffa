package mpi;

import org.braid.mpi.topology.DistributedGraph;
import org.braid.mpi.topology.Graph;
import org.braid.mpi.topology.Topology;

/** A communicator whose ranks form a graph, in mpiJava's spelling; {@link GraphComm} has Open MPI's, too (MPI 4.1, sections 8.5.3 and 8.5.4). */
public class Graphcomm extends Intracomm {
  private final Topology graph;

  Graphcomm(Topology graph) {
    this.graph = graph;
  }

  @Override
  final Topology topology() {
    checkAlive();
    return graph;
  }

  @Override
  final GraphComm unbound() {
    return new GraphComm(graph);
  }

  @Override
  @SuppressWarnings("MissingSuperCall") // the copy shares nothing with the original
  public Graphcomm clone() {
    return (GraphComm) duplicate();
  }

  /** MPI.GRAPH or MPI.DIST_GRAPH (MPI 4.1, section 8.5.5). */
  @Override
  public int Topo_test() {
    return getTopology();
  }

  /** The whole graph (MPI 4.1, section 8.5.5). */
  public GraphParms Get() {
    Graph whole = whole("getDims");
    return new GraphParms(whole.index(), whole.edges());
  }

  /** The neighbours of a rank, in the order in which they were given (MPI 4.1, section 8.5.5). */
  public int[] Neighbours(int rank) {
    Graph whole = whole("getNeighbors");
    Topologies.checkRank(this, "getNeighbors", rank, whole.size());
    return whole.neighboursOf(rank);
  }

  /** The rank that this process would have in such a graph, or MPI.UNDEFINED if it would have none; ranks stay where they are (MPI 4.1, section 8.5.8). */
  public int Map(int[] index, int[] edges) {
    return Topologies.map(this, index, edges);
  }

  private Graph whole(String call) {
    if (topology() instanceof Graph whole) {
      return whole;
    }
    throw refused(ErrorClasses.ERR_TOPOLOGY, call, "the graph is a distributed one, of which each rank knows its own edges; call getDistGraphNeighbors");
  }

  final DistributedGraph distributed(String call) {
    if (topology() instanceof DistributedGraph part) {
      return part;
    }
    throw refused(ErrorClasses.ERR_TOPOLOGY, call, "the graph is none that createDistGraph or createDistGraphAdjacent has made; call getNeighbors");
  }
}
