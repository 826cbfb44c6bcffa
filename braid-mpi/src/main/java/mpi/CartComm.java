package mpi;

import org.braid.mpi.topology.Cartesian;

/** A communicator whose ranks form a grid, in both spellings (MPI 4.1, section 8.5). */
public class CartComm extends Cartcomm {
  CartComm(Cartesian grid) {
    super(grid);
  }

  @Override
  public CartComm dup() {
    return (CartComm) duplicate();
  }

  @Override
  public CartComm dupWithInfo(Info hints) {
    checkInfo(hints);
    CartComm copy = dup();
    copy.keep(hints);
    return copy;
  }

  @Override
  public CartComm iDup() {
    return (CartComm) startDuplicate();
  }

  @Override
  @SuppressWarnings("MissingSuperCall") // the copy shares nothing with the original
  public CartComm clone() {
    return dup();
  }

  /** The shape of the grid and this process's place in it (MPI 4.1, section 8.5.5). */
  public CartParms getTopo() {
    return Get();
  }

  /** The rank at these coordinates; those of rings count round (MPI 4.1, section 8.5.5). */
  public int getRank(int[] coords) {
    return Rank(coords);
  }

  /** Where a rank is (MPI 4.1, section 8.5.5). */
  public int[] getCoords(int rank) {
    return Coords(rank);
  }

  /** From whom and to whom data goes that every rank sends {@code displacement} further along a dimension (MPI 4.1, section 8.5.6). */
  public ShiftParms shift(int dimension, int displacement) {
    return Shift(dimension, displacement);
  }

  /** Cuts the grid across the dimensions that do not remain: this process's part. Collective (MPI 4.1, section 8.5.7). */
  public CartComm sub(boolean[] remainDims) {
    return Topologies.sub(this, remainDims);
  }

  /** The rank that this process would have in such a grid, or MPI.UNDEFINED if it would have none (MPI 4.1, section 8.5.8). */
  public int map(int[] dims, boolean[] periods) {
    return Map(dims, periods);
  }

  /** Divides {@code nnodes} ranks among the dimensions that are 0 in {@code dims}, as evenly as can be, the largest first (MPI 4.1, section 8.5.2). */
  public static void createDims(int nnodes, int[] dims) {
    Dims_create(nnodes, dims);
  }
}
