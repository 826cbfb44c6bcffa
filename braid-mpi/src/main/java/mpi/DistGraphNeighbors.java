package mpi;

import org.braid.mpi.topology.DistributedGraph;

/** The edges of this process in a distributed graph (MPI 4.1, section 8.5.5). ERR_ARG for an edge that there is not. */
public class DistGraphNeighbors {
  private final DistributedGraph graph;

  DistGraphNeighbors(DistributedGraph graph) {
    this.graph = graph;
  }

  /** How many edges end here. */
  public int getInDegree() {
    return graph.in().size();
  }

  /** How many edges begin here. */
  public int getOutDegree() {
    return graph.out().size();
  }

  /** Whether weights were given; without them each is 1. */
  public boolean isWeighted() {
    return graph.isWeighted();
  }

  /** Where the edge begins whose block is received as number {@code i}. */
  public int getSource(int i) {
    return graph.in().get(Arguments.index("getSource", i, graph.in().size())).from();
  }

  /** The weight of that edge. */
  public int getSourceWeight(int i) {
    return graph.in().get(Arguments.index("getSourceWeight", i, graph.in().size())).weight();
  }

  /** Where the edge ends on which block {@code i} is sent. */
  public int getDestination(int i) {
    return graph.out().get(Arguments.index("getDestination", i, graph.out().size())).to();
  }

  /** The weight of that edge. */
  public int getDestinationWeight(int i) {
    return graph.out().get(Arguments.index("getDestinationWeight", i, graph.out().size())).weight();
  }
}
