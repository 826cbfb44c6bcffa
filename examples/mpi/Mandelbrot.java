import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import mpi.Info;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;

/**
 * The Mandelbrot set, by ranks that take the next row whenever they are done with one: some rows take much longer than others. Rank 0's memory has the number of the next row, which everybody fetches and adds to, and the
 * picture, into which everybody puts its rows; rank 0 computes like all others and does nothing for them.
 *
 * <p>Try: ./braid run -n 4 examples/mpi/Mandelbrot.java [rows]
 *
 * <pre>
 *   window "tickets", at rank 0: | next row |          window "picture", at rank 0: | row 0 | row 1 | …
 * </pre>
 */
public class Mandelbrot {
  private static final int COLUMNS = 76;
  private static final int LIMIT = 20_000;
  private static final String SHADES = " .:-=+*%#@";

  private final int rank = MPI.COMM_WORLD.getRank();
  private final int rows;
  private final Win tickets;
  private final Win picture;

  public static void main(String[] args) throws MPIException {
    String[] rest = MPI.Init(args);
    new Mandelbrot(rest.length > 0 ? Integer.parseInt(rest[0]) : 24).run();
    MPI.Finalize();
  }

  private Mandelbrot(int rows) throws MPIException {
    this.rows = rows;
    tickets = new Win(rank == 0 ? 1 : 0, 1, new Info(), MPI.COMM_WORLD, MPI.newLongBuffer(1), Win.FLAVOR_PRIVATE);
    picture = new Win(rank == 0 ? rows * COLUMNS : 0, COLUMNS, new Info(), MPI.COMM_WORLD, null, Win.FLAVOR_PRIVATE);
    tickets.setName("tickets");
    picture.setName("picture");
  }

  private void run() throws MPIException {
    tickets.lockAll(0);
    picture.lockAll(0);
    ByteBuffer line = MPI.newByteBuffer(COLUMNS);
    for (long row = next(); row < rows; row = next()) {
      for (int column = 0; column < COLUMNS; column++) {
        line.put(column, (byte) shade(row, column));
      }
      picture.put(line, COLUMNS, MPI.BYTE, 0, (int) row, COLUMNS, MPI.BYTE);
    }
    picture.unlockAll();
    tickets.unlockAll();
    MPI.COMM_WORLD.barrier(); // all rows are there
    if (rank == 0) {
      print((ByteBuffer) picture.getAttr(MPI.WIN_BASE));
    }
    picture.free();
    tickets.free();
  }

  /** The number of a row that nobody else has. */
  private long next() throws MPIException {
    LongBuffer one = MPI.newLongBuffer(1).put(0, 1);
    LongBuffer ticket = MPI.newLongBuffer(1);
    tickets.fetchAndOp(one, ticket, MPI.LONG, 0, 0, MPI.SUM);
    tickets.flush(0);
    return ticket.get(0);
  }

  private char shade(long row, int column) {
    double re = -2.2 + 3.2 * column / COLUMNS;
    double im = -1.2 + 2.4 * (row + 0.5) / rows;
    double x = 0;
    double y = 0;
    int steps = 0;
    while (x * x + y * y < 4 && steps < LIMIT) {
      double next = x * x - y * y + re;
      y = 2 * x * y + im;
      x = next;
      steps++;
    }
    return steps == LIMIT ? '@' : SHADES.charAt(Math.min(SHADES.length() - 2, (int) (Math.log(1 + steps) * 2)));
  }

  private void print(ByteBuffer shades) {
    for (int row = 0; row < rows; row++) {
      StringBuilder text = new StringBuilder();
      for (int column = 0; column < COLUMNS; column++) {
        text.append((char) shades.get(row * COLUMNS + column));
      }
      System.out.println(text.toString().stripTrailing());
    }
    System.out.println(rows + " rows, by " + MPI.COMM_WORLD.getSize() + (MPI.COMM_WORLD.getSize() == 1 ? " rank" : " ranks"));
  }
}
