import java.util.Locale;
import mpi.CartComm;
import mpi.MPI;
import mpi.MPIException;

/**
 * Waves on a pond without shores: the wave equation on a torus, in the dialect of Open MPI. Ranks form a grid of which both dimensions are rings; one collective of neighbours exchanges all four
 * edges. The picture is the same, to the last bit, for every number of ranks: with two of them each is the other's neighbour on both sides, and with one it is its own.
 *
 * <p>Try: ./braid run -n 4 examples/mpi/Waves.java [steps]
 *
 * <pre>
 *   what a rank sends and receives, in the order of its neighbours: | row above | row below | column left | column right |
 * </pre>
 */
public class Waves {
  private static final int ROWS = 96;
  private static final int COLUMNS = 160;

  private final CartComm grid;
  private final int[] dims = new int[2];
  private final int rows;
  private final int columns;
  private final int width;
  private double[] before;
  private double[] now;

  public static void main(String[] args) throws MPIException {
    String[] rest = MPI.Init(args);
    new Waves().run(rest.length > 0 ? Integer.parseInt(rest[0]) : 150);
    MPI.Finalize();
  }

  private Waves() throws MPIException {
    CartComm.createDims(MPI.COMM_WORLD.getSize(), dims);
    grid = MPI.COMM_WORLD.createCart(dims, new boolean[] {true, true}, true);
    int[] coords = grid.getCoords(grid.getRank());
    rows = first(0, coords[0] + 1) - first(0, coords[0]);
    columns = first(1, coords[1] + 1) - first(1, coords[1]);
    width = columns + 2;
    now = new double[(rows + 2) * width];
    for (int r = 1; r <= rows; r++) {
      for (int c = 1; c <= columns; c++) {
        now[r * width + c] = stone(first(0, coords[0]) + r - 1, first(1, coords[1]) + c - 1);
      }
    }
    before = now.clone();
  }

  /** The first row or column of the ranks at this coordinate. */
  private int first(int dimension, int coord) {
    return coord * (dimension == 0 ? ROWS : COLUMNS) / dims[dimension];
  }

  /** Two stones have just fallen in, one of them close to the edge of the picture. */
  private static double stone(int row, int column) {
    return drop(row - 40, column - 50) + drop(row - 90, column - 150);
  }

  private static double drop(int dr, int dc) {
    int distance = dr * dr + dc * dc;
    return distance > 36 ? 0 : 1 - distance / 36.0;
  }

  private void run(int steps) throws MPIException {
    for (int step = 0; step < steps; step++) {
      exchangeEdges();
      advance();
    }
    double[] whole = gather();
    if (grid.getRank() == 0) {
      show(whole, steps);
    }
  }

  private void exchangeEdges() throws MPIException {
    int[] counts = {columns, columns, rows, rows};
    int[] starts = {0, columns, 2 * columns, 2 * columns + rows};
    double[] sent = new double[2 * (rows + columns)];
    double[] received = new double[sent.length];
    copy(1, rows, 1, columns, sent, true);
    grid.neighborAllToAllv(sent, counts, starts, MPI.DOUBLE, received, counts, starts, MPI.DOUBLE);
    copy(0, rows + 1, 0, columns + 1, received, false);
  }

  /** The four edges of a frame in {@link #now}, out of it or into it. */
  private void copy(int top, int bottom, int left, int right, double[] edges, boolean out) {
    for (int c = 0; c < columns; c++) {
      move(edges, c, top * width + c + 1, out);
      move(edges, columns + c, bottom * width + c + 1, out);
    }
    for (int r = 0; r < rows; r++) {
      move(edges, 2 * columns + r, (r + 1) * width + left, out);
      move(edges, 2 * columns + rows + r, (r + 1) * width + right, out);
    }
  }

  private void move(double[] edges, int at, int cell, boolean out) {
    if (out) {
      edges[at] = now[cell];
    } else {
      now[cell] = edges[at];
    }
  }

  private void advance() {
    double[] next = before;
    for (int r = 1; r <= rows; r++) {
      for (int at = r * width + 1; at <= r * width + columns; at++) {
        double bend = now[at - width] + now[at + width] + now[at - 1] + now[at + 1] - 4 * now[at];
        next[at] = 2 * now[at] - before[at] + 0.2 * bend;
      }
    }
    before = now;
    now = next;
  }

  /** The blocks of all ranks in their places, at rank 0. */
  private double[] gather() throws MPIException {
    int size = grid.getSize();
    double[] own = new double[rows * columns];
    for (int r = 0; r < rows; r++) {
      System.arraycopy(now, (r + 1) * width + 1, own, r * columns, columns);
    }
    int[] counts = new int[size];
    int[] starts = new int[size + 1];
    for (int rank = 0; rank < size; rank++) {
      int[] coords = grid.getCoords(rank);
      counts[rank] = (first(0, coords[0] + 1) - first(0, coords[0])) * (first(1, coords[1] + 1) - first(1, coords[1]));
      starts[rank + 1] = starts[rank] + counts[rank];
    }
    double[] blocks = new double[ROWS * COLUMNS];
    grid.gatherv(own, own.length, MPI.DOUBLE, blocks, counts, starts, MPI.DOUBLE, 0);
    double[] whole = new double[ROWS * COLUMNS];
    for (int rank = 0; rank < size; rank++) {
      int[] coords = grid.getCoords(rank);
      int across = first(1, coords[1] + 1) - first(1, coords[1]);
      for (int at = 0; at < counts[rank]; at++) {
        whole[(first(0, coords[0]) + at / across) * COLUMNS + first(1, coords[1]) + at % across] = blocks[starts[rank] + at];
      }
    }
    return whole;
  }

  private static void show(double[] whole, int steps) {
    String shades = "@%#*+=-:. ";
    StringBuilder text = new StringBuilder();
    double sum = 0;
    for (int row = 0; row < ROWS; row++) {
      for (int column = 0; column < COLUMNS; column++) {
        double height = whole[row * COLUMNS + column];
        sum += height;
        if (row % 4 == 0 && column % 2 == 0) {
          text.append(shades.charAt((int) Math.clamp(5 + 25 * height, 0, 9)));
        }
      }
      text.append(row % 4 == 0 ? "\n" : "");
    }
    System.out.print(text);
    System.out.printf(Locale.ROOT, "%d steps: the water stands at %.6f on the average%n", steps, sum / whole.length);
  }
}
