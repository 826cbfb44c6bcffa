package mpi;

/** From whom and to whom data goes that is shifted along a dimension; MPI.PROC_NULL beyond an edge (MPI 4.1, section 8.5.6). */
public class ShiftParms {
  /** The rank from which data comes. */
  public int rank_source;

  /** The rank to which data goes. */
  public int rank_dest;

  /** Rank 0 twice: whoever made it fills it in. */
  public ShiftParms() {}

  ShiftParms(int source, int dest) {
    rank_source = source;
    rank_dest = dest;
  }

  /** The rank from which data comes. */
  public int getRankSource() {
    return rank_source;
  }

  /** The rank to which data goes. */
  public int getRankDest() {
    return rank_dest;
  }
}
