package mpi;

import org.braid.mpi.topology.Topology;

/** A communicator whose ranks form a graph, in both spellings; also a distributed graph (MPI 4.1, sections 8.5.3 and 8.5.4). */
public class GraphComm extends Graphcomm {
  GraphComm(Topology graph) {
    super(graph);
  }

  @Override
  public GraphComm dup() {
    return (GraphComm) duplicate();
  }

  @Override
  public GraphComm dupWithInfo(Info hints) {
    checkInfo(hints);
    GraphComm copy = dup();
    copy.keep(hints);
    return copy;
  }

  @Override
  public GraphComm iDup() {
    return (GraphComm) startDuplicate();
  }

  @Override
  @SuppressWarnings("MissingSuperCall") // the copy shares nothing with the original
  public GraphComm clone() {
    return dup();
  }

  /** The whole graph (MPI 4.1, section 8.5.5). */
  public GraphParms getDims() {
    return Get();
  }

  /** The neighbours of a rank, in the order in which they were given (MPI 4.1, section 8.5.5). */
  public int[] getNeighbors(int rank) {
    return Neighbours(rank);
  }

  /** This process's edges in a distributed graph (MPI 4.1, section 8.5.5). */
  public DistGraphNeighbors getDistGraphNeighbors() {
    return new DistGraphNeighbors(distributed("getDistGraphNeighbors"));
  }

  /** The rank that this process would have in such a graph, or MPI.UNDEFINED if it would have none (MPI 4.1, section 8.5.8). */
  public int map(int[] index, int[] edges) {
    return Map(index, edges);
  }
}
