import mpi.Cartcomm;
import mpi.Datatype;
import mpi.MPI;
import mpi.ShiftParms;

/**
 * Conway's Game of Life on a torus, in the dialect of MPJ Express: ranks form a grid, Shift says who is beyond each side, and columns travel as a vector type. The columns go first; then the rows
 * take the corners with them.
 *
 * <p>Try: ./braid run -n 4 examples/mpi/Life.java [generations]
 *
 * <pre>
 *        columns + 2
 *   +-----------------+
 *   | c   halo      c |   c: corners come with the halo rows,
 *   | h +---------+ h |      whose ends the columns have filled in before
 *   | a |  cells  | a |
 *   | l |         | l |
 *   | o +---------+ o |
 *   | c   halo      c |
 *   +-----------------+
 * </pre>
 */
public class Life {
  private static final int ROWS = 28;
  private static final int COLUMNS = 72;
  private static final int[][] R_PENTOMINO = {{13, 35}, {13, 36}, {14, 34}, {14, 35}, {15, 35}};
  private static final int[][] GLIDER = {{1, 2}, {2, 3}, {3, 1}, {3, 2}, {3, 3}};

  private final int[] dims = new int[2];
  private final Cartcomm grid;
  private final int firstRow;
  private final int firstColumn;
  private final int rows;
  private final int columns;
  private final int width;
  private byte[] cells;

  public static void main(String[] args) {
    String[] rest = MPI.Init(args);
    Life life = new Life();
    life.show(0);
    int generations = rest.length > 0 ? Integer.parseInt(rest[0]) : 200;
    for (int i = 0; i < generations; i++) {
      life.exchangeHalos();
      life.next();
    }
    life.show(generations);
    MPI.Finalize();
  }

  private Life() {
    Cartcomm.Dims_create(MPI.COMM_WORLD.Size(), dims);
    grid = MPI.COMM_WORLD.Create_cart(dims, new boolean[] {true, true}, false);
    int[] coords = grid.Get().coords;
    firstRow = coords[0] * ROWS / dims[0];
    firstColumn = coords[1] * COLUMNS / dims[1];
    rows = (coords[0] + 1) * ROWS / dims[0] - firstRow;
    columns = (coords[1] + 1) * COLUMNS / dims[1] - firstColumn;
    width = columns + 2;
    cells = new byte[(rows + 2) * width];
    place(R_PENTOMINO);
    place(GLIDER);
  }

  private void place(int[][] pattern) {
    for (int[] cell : pattern) {
      int r = cell[0] - firstRow;
      int c = cell[1] - firstColumn;
      if (r >= 0 && r < rows && c >= 0 && c < columns) {
        cells[(r + 1) * width + c + 1] = 1;
      }
    }
  }

  private void exchangeHalos() {
    Datatype column = Datatype.Vector(rows, 1, width, MPI.BYTE);
    column.Commit();
    ShiftParms right = grid.Shift(1, 1);
    grid.Sendrecv(cells, width + columns, 1, column, right.rank_dest, 1, cells, width, 1, column, right.rank_source, 1);
    grid.Sendrecv(cells, width + 1, 1, column, right.rank_source, 2, cells, width + columns + 1, 1, column, right.rank_dest, 2);
    ShiftParms down = grid.Shift(0, 1);
    grid.Sendrecv(cells, rows * width, width, MPI.BYTE, down.rank_dest, 3, cells, 0, width, MPI.BYTE, down.rank_source, 3);
    grid.Sendrecv(cells, width, width, MPI.BYTE, down.rank_source, 4, cells, (rows + 1) * width, width, MPI.BYTE, down.rank_dest, 4);
    column.free();
  }

  private void next() {
    byte[] next = new byte[cells.length];
    for (int r = 1; r <= rows; r++) {
      for (int at = r * width + 1; at <= r * width + columns; at++) {
        int around = row(at - width) + row(at) + row(at + width) - cells[at];
        next[at] = (byte) (around == 3 || around == 2 && cells[at] == 1 ? 1 : 0);
      }
    }
    cells = next;
  }

  private int row(int at) {
    return cells[at - 1] + cells[at] + cells[at + 1];
  }

  /** Every rank adds its cells to a board of zeros; the sum at rank 0 is the whole. */
  private void show(int generation) {
    byte[] own = new byte[ROWS * COLUMNS];
    for (int r = 0; r < rows; r++) {
      System.arraycopy(cells, (r + 1) * width + 1, own, (firstRow + r) * COLUMNS + firstColumn, columns);
    }
    byte[] whole = new byte[own.length];
    grid.Reduce(own, 0, whole, 0, own.length, MPI.BYTE, MPI.SUM, 0);
    if (grid.Rank() == 0) {
      int alive = 0;
      StringBuilder text = new StringBuilder();
      for (int at = 0; at < whole.length; at++) {
        alive += whole[at];
        text.append(whole[at] == 1 ? '#' : '.').append(at % COLUMNS == COLUMNS - 1 ? "\n" : "");
      }
      System.out.print(text);
      System.out.println("generation " + generation + ": " + alive + " cells alive");
    }
  }
}
