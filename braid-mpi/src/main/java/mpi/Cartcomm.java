package mpi;

import java.util.Arrays;
import org.braid.coll.schedule.Neighbours;
import org.braid.mpi.topology.Cartesian;
import org.braid.mpi.topology.Dimensions;

/** A communicator whose ranks form a grid, in mpiJava's spelling; {@link CartComm} has Open MPI's, too (MPI 4.1, section 8.5). */
public class Cartcomm extends Intracomm {
  private final Cartesian grid;

  Cartcomm(Cartesian grid) {
    this.grid = grid;
  }

  @Override
  final Cartesian topology() {
    checkAlive();
    return grid;
  }

  @Override
  final CartComm unbound() {
    return new CartComm(grid);
  }

  @Override
  @SuppressWarnings("MissingSuperCall") // the copy shares nothing with the original
  public Cartcomm clone() {
    return (CartComm) duplicate();
  }

  /** MPI.CART (MPI 4.1, section 8.5.5). */
  @Override
  public int Topo_test() {
    return getTopology();
  }

  /** The shape of the grid and this process's place in it (MPI 4.1, section 8.5.5). */
  public CartParms Get() {
    Cartesian topology = topology();
    return new CartParms(topology.dims(), topology.periods(), topology.coordsOf(topology.rank()));
  }

  /**
   * The rank at these coordinates; those of rings count round (MPI 4.1, section 8.5.5).
   *
   * @throws MPIException ERR_ARG for coordinates outside of the grid
   */
  public int Rank(int[] coords) {
    int[] given = Arguments.given(coords, ErrorClasses.ERR_ARG, "Rank: the array of coordinates");
    Cartesian topology = topology();
    checkLength("getRank", "coordinates", given.length);
    int rank = topology.rankAt(Arrays.copyOf(given, topology.dims().length));
    if (rank == Neighbours.NOBODY) {
      throw refused(
          ErrorClasses.ERR_ARG, "getRank", "coordinates " + Topologies.text(given) + " lie outside of the grid of " + Topologies.text(topology.dims()) + ", which is no ring there");
    }
    return rank;
  }

  /** Where a rank is (MPI 4.1, section 8.5.5). */
  public int[] Coords(int rank) {
    Cartesian topology = topology();
    Topologies.checkRank(this, "getCoords", rank, topology.size());
    return topology.coordsOf(rank);
  }

  /**
   * From whom and to whom data goes that every rank sends {@code displacement} further along a dimension (MPI 4.1, section 8.5.6).
   *
   * @param dimension from 0
   * @param displacement negative to go down
   */
  public ShiftParms Shift(int dimension, int displacement) {
    Cartesian topology = topology();
    int dims = topology.dims().length;
    if (dimension < 0 || dimension >= dims) {
      throw refused(ErrorClasses.ERR_DIMS, "shift", "dimension " + dimension + " is not in 0.." + (dims - 1));
    }
    if (displacement == Integer.MIN_VALUE) {
      throw refused(ErrorClasses.ERR_ARG, "shift", "the displacement is " + displacement + ", whose opposite is no int");
    }
    int self = topology.rank();
    return new ShiftParms(Topologies.orNull(topology.at(self, dimension, -displacement)), Topologies.orNull(topology.at(self, dimension, displacement)));
  }

  /** Cuts the grid across the dimensions that do not remain: this process's part. Collective (MPI 4.1, section 8.5.7). */
  public Cartcomm Sub(boolean[] remainDims) {
    return Topologies.sub(this, remainDims);
  }

  /** The rank that this process would have in such a grid, or MPI.UNDEFINED if it would have none; ranks stay where they are (MPI 4.1, section 8.5.8). */
  public int Map(int[] dims, boolean[] periods) {
    return Topologies.map(this, dims, periods);
  }

  /**
   * Divides {@code nnodes} ranks among the dimensions that are 0 in {@code dims}, as evenly as can be, the largest first (MPI 4.1, section 8.5.2).
   *
   * @throws MPIException ERR_DIMS for a negative dimension, or if those that are given do not divide the ranks
   */
  public static void Dims_create(int nnodes, int[] dims) {
    Topologies.checkDivisible(nnodes, dims);
    Dimensions.fill(nnodes, dims);
  }

  /** Throws unless an array has an element for each dimension of the grid. More are ignored, since MPI in C and MPJ Express never see how many there are. */
  final void checkLength(String call, String what, int length) {
    int dims = topology().dims().length;
    if (length < dims) {
      throw refused(ErrorClasses.ERR_ARG, call, length + " " + what + " were given for " + dims + " dimensions");
    }
  }
}
