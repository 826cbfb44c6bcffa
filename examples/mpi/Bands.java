import mpi.Datatype;
import mpi.File;
import mpi.MPI;
import mpi.MPIException;

/**
 * One picture, one file, many ranks: each rank computes every size-th row of a picture of waves and sees only these rows of the file, so that one collective write puts all in place. Then each reads a band of neighbouring rows and
 * says what is in it. The bytes are the same for every number of ranks.
 *
 * <p>Try: ./braid run -n 4 examples/mpi/Bands.java [file]
 */
public class Bands {
  private static final int WIDTH = 60;
  private static final int HEIGHT = 28;
  private static final String SHADES = " .:-=+*#%@";

  public static void main(String[] args) throws MPIException {
    String[] rest = MPI.Init(args);
    String path = rest.length > 0 ? rest[0] : "bands.txt";
    int rank = MPI.COMM_WORLD.getRank();
    int size = MPI.COMM_WORLD.getSize();

    write(path, rank, size);
    long[] sum = {checksum(path, rank, size)};
    MPI.COMM_WORLD.allReduce(sum, 1, MPI.LONG, MPI.SUM);
    if (rank == 0) {
      show(path);
      System.out.println("checksum of all bands: " + sum[0]);
    }
    MPI.COMM_WORLD.barrier();
    if (rank == 0 && rest.length == 0) {
      File.delete(path);
    }
    MPI.Finalize();
  }

  /** Row r of the file belongs to rank r % size: a view of one row out of each {@code size}. */
  private static void write(String path, int rank, int size) throws MPIException {
    int rows = (HEIGHT - rank + size - 1) / size;
    byte[] mine = new byte[rows * (WIDTH + 1)];
    for (int i = 0; i < rows; i++) {
      draw(rank + i * size, mine, i * (WIDTH + 1));
    }
    Datatype everySizeth = Datatype.createResized(Datatype.createContiguous(WIDTH + 1, MPI.BYTE), 0, size * (WIDTH + 1));
    everySizeth.commit();
    File file = new File(MPI.COMM_WORLD, path, MPI.MODE_CREATE | MPI.MODE_WRONLY);
    file.setSize(0);
    file.setView((long) rank * (WIDTH + 1), MPI.BYTE, everySizeth, "native");
    file.writeAll(mine, mine.length, MPI.BYTE);
    file.close();
  }

  private static void draw(int row, byte[] into, int at) {
    for (int x = 0; x < WIDTH; x++) {
      double wave = Math.sin(x / 5.0) + Math.cos(row / 3.0) + Math.sin((x + 2 * row) / 9.0);
      into[at + x] = (byte) SHADES.charAt((int) ((wave + 3) / 6 * (SHADES.length() - 1) + 0.5));
    }
    into[at + WIDTH] = '\n';
  }

  /** Of a band of neighbouring rows: position times byte, so that a row in another place makes another sum. */
  private static long checksum(String path, int rank, int size) throws MPIException {
    long first = (long) HEIGHT * rank / size * (WIDTH + 1);
    long end = (long) HEIGHT * (rank + 1) / size * (WIDTH + 1);
    byte[] band = new byte[(int) (end - first)];
    File file = new File(MPI.COMM_WORLD, path, MPI.MODE_RDONLY);
    int read = file.readAtAll(first, band, band.length, MPI.BYTE).getCount(MPI.BYTE);
    file.close();
    long sum = 0;
    for (int i = 0; i < read; i++) {
      sum += (first + i) * band[i];
    }
    return sum;
  }

  private static void show(String path) throws MPIException {
    File file = new File(MPI.COMM_SELF, path, MPI.MODE_RDONLY);
    byte[] all = new byte[(int) file.getSize()];
    file.read(all, all.length, MPI.BYTE);
    file.close();
    System.out.print(new String(all, java.nio.charset.StandardCharsets.US_ASCII));
  }
}
