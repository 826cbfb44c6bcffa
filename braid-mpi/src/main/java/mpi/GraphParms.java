package mpi;

/** A whole graph: fields as in mpiJava, methods as in Open MPI (MPI 4.1, section 8.5.5). */
public class GraphParms {
  /** For each rank where the neighbours of the next one begin in {@link #edges}. */
  public int[] index = {};

  /** The neighbours of all ranks, one after the other. */
  public int[] edges = {};

  /** No ranks: whoever made it fills it in. */
  public GraphParms() {}

  GraphParms(int[] index, int[] edges) {
    this.index = index;
    this.edges = edges;
  }

  /** How many ranks there are. */
  public int getIndexCount() {
    return index.length;
  }

  /** Where the neighbours of rank {@code i} end. */
  public int getIndex(int i) {
    return index[Arguments.index("getIndex", i, index.length)];
  }

  /** How many edges there are; one that goes both ways counts twice. */
  public int getEdgeCount() {
    return edges.length;
  }

  /** The neighbour at position {@code i}. */
  public int getEdge(int i) {
    return edges[Arguments.index("getEdge", i, edges.length)];
  }
}
