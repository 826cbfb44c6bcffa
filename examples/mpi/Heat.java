import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.zip.CRC32;
import java.util.zip.DeflaterOutputStream;
import mpi.MPI;

/**
 * Heat spreads over a metal plate: Jacobi iteration on blocks of rows, in the dialect of MPJ Express. Rank 0 draws the plate in
 * the terminal and writes it as heat.png. The picture is the same, to the last bit, for every number of ranks.
 *
 * <p>Try: ./braid run -n 4 examples/mpi/Heat.java [steps] [file.png]
 *
 * <pre>
 *            columns
 *   +--------------------+
 *   | row above (halo)   |  <- last row of rank - 1
 *   +--------------------+
 *   | own rows           |
 *   +--------------------+
 *   | row below (halo)   |  <- first row of rank + 1
 *   +--------------------+
 * </pre>
 */
public class Heat {
  private static final int ROWS = 192;
  private static final int COLUMNS = 256;
  private static final int STEPS = 2000;
  private static final int UP = 1;
  private static final int DOWN = 2;

  private final int rank = MPI.COMM_WORLD.Rank();
  private final int size = MPI.COMM_WORLD.Size();
  private final int first = firstRow(rank);
  private final int rows = firstRow(rank + 1) - first;
  private double[] plate = new double[(rows + 2) * COLUMNS];
  private double[] next = new double[(rows + 2) * COLUMNS];

  public static void main(String[] args) throws IOException {
    String[] rest = MPI.Init(args);
    int steps = rest.length > 0 ? Integer.parseInt(rest[0]) : STEPS;
    Path file = Path.of(rest.length > 1 ? rest[1] : "heat.png");
    new Heat().run(steps, file);
    MPI.Finalize();
  }

  private void run(int steps, Path file) throws IOException {
    double change = 0;
    for (int step = 0; step < steps; step++) {
      exchangeHalos();
      change = update();
    }
    double[] largest = new double[1];
    MPI.COMM_WORLD.Reduce(new double[] {change}, 0, largest, 0, 1, MPI.DOUBLE, MPI.MAX, 0);
    double[] whole = gather();
    if (rank == 0) {
      show(whole, steps, largest[0], file);
    }
  }

  private int firstRow(int ofRank) {
    return ofRank * ROWS / size;
  }

  /** Own border rows go to the neighbours, theirs come into the halos; the outermost ranks talk to nobody. */
  private void exchangeHalos() {
    int above = rank == 0 ? MPI.PROC_NULL : rank - 1;
    int below = rank == size - 1 ? MPI.PROC_NULL : rank + 1;
    int lastOwn = rows * COLUMNS;
    int haloBelow = (rows + 1) * COLUMNS;
    MPI.COMM_WORLD.Sendrecv(
        plate, COLUMNS, COLUMNS, MPI.DOUBLE, above, UP, plate, haloBelow, COLUMNS, MPI.DOUBLE, below, UP);
    MPI.COMM_WORLD.Sendrecv(
        plate, lastOwn, COLUMNS, MPI.DOUBLE, below, DOWN, plate, 0, COLUMNS, MPI.DOUBLE, above, DOWN);
  }

  /** Each inner cell becomes the mean of its neighbours; the largest change of any cell. */
  private double update() {
    double change = 0;
    for (int r = 1; r <= rows; r++) {
      int row = first + r - 1;
      for (int c = 0; c < COLUMNS; c++) {
        int at = r * COLUMNS + c;
        double fixed = source(row, c);
        next[at] = fixed >= 0 ? fixed : (plate[at - COLUMNS] + plate[at + COLUMNS] + plate[at - 1] + plate[at + 1]) / 4;
        change = Math.max(change, Math.abs(next[at] - plate[at]));
      }
    }
    double[] old = plate;
    plate = next;
    next = old;
    return change;
  }

  /** The temperature that is kept at this cell, or -1: cold edges, three hot discs and a cold bar. */
  private static double source(int row, int column) {
    if (row == 0 || row == ROWS - 1 || column == 0 || column == COLUMNS - 1) {
      return 0;
    }
    if (inDisc(row, column, 60, 64, 18) || inDisc(row, column, 60, 192, 18)) {
      return 100;
    }
    if (inDisc(row, column, 140, 128, 26)) {
      return 70;
    }
    return row >= 96 && row < 100 && column > 40 && column < 216 ? 0 : -1;
  }

  private static boolean inDisc(int row, int column, int centreRow, int centreColumn, int radius) {
    int dr = row - centreRow;
    int dc = column - centreColumn;
    return dr * dr + dc * dc <= radius * radius;
  }

  /** The rows of all ranks, at rank 0. */
  private double[] gather() {
    int[] counts = new int[size];
    int[] displacements = new int[size];
    for (int r = 0; r < size; r++) {
      displacements[r] = firstRow(r) * COLUMNS;
      counts[r] = firstRow(r + 1) * COLUMNS - displacements[r];
    }
    double[] whole = new double[rank == 0 ? ROWS * COLUMNS : 0];
    MPI.COMM_WORLD.Gatherv(plate, COLUMNS, rows * COLUMNS, MPI.DOUBLE, whole, 0, counts, displacements, MPI.DOUBLE, 0);
    return whole;
  }

  private void show(double[] whole, int steps, double change, Path file) throws IOException {
    Drawing.print(whole);
    double mean = 0;
    for (double cell : whole) {
      mean += cell / whole.length;
    }
    System.out.println(
        String.format(Locale.ROOT, "%d steps: mean temperature %.6f, last change %.3e", steps, mean, change));
    Png.write(file, whole);
    System.out.println("wrote " + file.getFileName() + ", " + COLUMNS + " x " + ROWS + " pixels");
  }

  /** Cold is dark blue, hot is pale yellow. */
  private static int colour(double temperature) {
    double t = Math.clamp(temperature / 100, 0, 1);
    int red = (int) (255 * Math.clamp(3 * t - 0.4, 0, 1));
    int green = (int) (255 * Math.clamp(2.4 * t - 0.9, 0, 1));
    int blue = (int) (255 * Math.clamp(0.25 + 1.4 * t - 3.2 * t * t + 2.2 * t * t * t, 0, 1));
    return red << 16 | green << 8 | blue;
  }

  /** The plate in the terminal: two cells in one character with colours, or one of ten shades where NO_COLOR is set. */
  private static final class Drawing {
    private static final int WIDTH = 64;
    private static final int HEIGHT = 24;
    private static final String SHADES = " .:-=+*#%@";

    static void print(double[] whole) {
      boolean plain = System.getenv("NO_COLOR") != null;
      StringBuilder text = new StringBuilder();
      for (int line = 0; line < HEIGHT; line++) {
        for (int x = 0; x < WIDTH; x++) {
          if (plain) {
            text.append(SHADES.charAt((int) Math.min(9, cell(whole, 2 * line, x) / 10)));
          } else {
            text.append(twoCells(colour(cell(whole, 2 * line, x)), colour(cell(whole, 2 * line + 1, x))));
          }
        }
        text.append(plain ? "\n" : "\u001b[0m\n");
      }
      System.out.print(text);
    }

    private static double cell(double[] whole, int halfLine, int x) {
      int row = (2 * halfLine + 1) * ROWS / (4 * HEIGHT);
      return whole[row * COLUMNS + (2 * x + 1) * COLUMNS / (2 * WIDTH)];
    }

    /** Upper half block: the foreground is the upper cell, the background the lower. */
    private static String twoCells(int upper, int lower) {
      return "\u001b[38;2;" + rgb(upper) + "m\u001b[48;2;" + rgb(lower) + "m\u2580";
    }

    private static String rgb(int colour) {
      return (colour >> 16) + ";" + (colour >> 8 & 255) + ";" + (colour & 255);
    }
  }

  /** The few parts of the PNG format that a true-colour picture needs. */
  private static final class Png {
    private static final byte[] SIGNATURE = {(byte) 137, 'P', 'N', 'G', 13, 10, 26, 10};

    static void write(Path file, double[] whole) throws IOException {
      ByteArrayOutputStream header = new ByteArrayOutputStream();
      DataOutputStream fields = new DataOutputStream(header);
      fields.writeInt(COLUMNS);
      fields.writeInt(ROWS);
      fields.write(new byte[] {8, 2, 0, 0, 0}); // 8 bits a channel, red green blue
      try (DataOutputStream out = new DataOutputStream(Files.newOutputStream(file))) {
        out.write(SIGNATURE);
        chunk(out, "IHDR", header.toByteArray());
        chunk(out, "IDAT", compressed(whole));
        chunk(out, "IEND", new byte[0]);
      }
    }

    private static byte[] compressed(double[] whole) throws IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (DataOutputStream pixels = new DataOutputStream(new DeflaterOutputStream(bytes))) {
        for (int at = 0; at < whole.length; at++) {
          if (at % COLUMNS == 0) {
            pixels.write(0); // each line begins with the number of its filter: none
          }
          int colour = colour(whole[at]);
          pixels.write(colour >> 16);
          pixels.writeShort(colour);
        }
      }
      return bytes.toByteArray();
    }

    private static void chunk(DataOutputStream out, String type, byte[] data) throws IOException {
      byte[] name = type.getBytes(java.nio.charset.StandardCharsets.US_ASCII);
      CRC32 sum = new CRC32();
      sum.update(name);
      sum.update(data);
      out.writeInt(data.length);
      out.write(name);
      out.write(data);
      out.writeInt((int) sum.getValue());
    }
  }
}
