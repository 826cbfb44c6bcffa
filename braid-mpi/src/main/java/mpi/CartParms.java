package mpi;

/** The shape of a grid and this process's place in it: fields as in mpiJava, methods as in Open MPI (MPI 4.1, section 8.5.5). */
public class CartParms {
  /** Ranks along each dimension. */
  public int[] dims = {};

  /** Whether each dimension is a ring. */
  public boolean[] periods = {};

  /** Where this process is. */
  public int[] coords = {};

  /** No dimensions: whoever made it fills it in. */
  public CartParms() {}

  CartParms(int[] dims, boolean[] periods, int[] coords) {
    this.dims = dims;
    this.periods = periods;
    this.coords = coords;
  }

  /** How many dimensions there are. */
  public int getDimCount() {
    return dims.length;
  }

  /** Ranks along dimension {@code i}. */
  public int getDim(int i) {
    return dims[Arguments.index("getDim", i, dims.length)];
  }

  /** Whether dimension {@code i} is a ring. */
  public boolean getPeriod(int i) {
    return periods[Arguments.index("getPeriod", i, periods.length)];
  }

  /** This process's coordinate in dimension {@code i}. */
  public int getCoord(int i) {
    return coords[Arguments.index("getCoord", i, coords.length)];
  }
}
