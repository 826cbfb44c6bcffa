import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import mpi.Intracomm;
import mpi.MPI;
import org.braid.mpix.Futures;

/** Heat on a ring of rods: each rank computes the inner cells of its rod while the edges of its neighbours travel, and an outer cell as soon as its neighbour's has come. Try: ./braid run -n 4 examples/mpi/Overlap.java */
public class Overlap {
  private static final int CELLS = 840; // on all ranks together
  private static final int STEPS = 200;

  public static void main(String[] args) {
    MPI.Init(args);
    Intracomm comm = MPI.COMM_WORLD;
    int rank = comm.getRank();
    int size = comm.getSize();
    int left = (rank + size - 1) % size;
    int right = (rank + 1) % size;
    int n = CELLS / size;
    double[] now = new double[n];
    if (rank == 0) {
      Arrays.fill(now, 0, 10, 100.0);
    }
    for (int step = 0; step < STEPS; step++) {
      double[] old = now;
      double[] next = new double[n];
      double[] fromLeft = new double[1];
      double[] fromRight = new double[1];
      CompletableFuture<?> first = Futures.of(comm.iRecv(fromLeft, 1, MPI.DOUBLE, left, 0))
          .thenRun(() -> next[0] = mean(fromLeft[0], old[0], old[1]));
      CompletableFuture<?> last = Futures.of(comm.iRecv(fromRight, 1, MPI.DOUBLE, right, 1))
          .thenRun(() -> next[n - 1] = mean(old[n - 2], old[n - 1], fromRight[0]));
      CompletableFuture<?> sent = Futures.all(
          comm.iSend(new double[] {old[n - 1]}, 1, MPI.DOUBLE, right, 0),
          comm.iSend(new double[] {old[0]}, 1, MPI.DOUBLE, left, 1));
      for (int i = 1; i < n - 1; i++) {
        next[i] = mean(old[i - 1], old[i], old[i + 1]);
      }
      CompletableFuture.allOf(first, last, sent).join();
      now = next;
    }
    double[] heat = {Arrays.stream(now).sum(), Arrays.stream(now).max().orElse(0)};
    double[] total = new double[1];
    double[] hottest = new double[1];
    comm.reduce(new double[] {heat[0]}, total, 1, MPI.DOUBLE, MPI.SUM, 0);
    comm.reduce(new double[] {heat[1]}, hottest, 1, MPI.DOUBLE, MPI.MAX, 0);
    if (rank == 0) {
      System.out.printf(java.util.Locale.ROOT, "heat %.6f, the hottest cell %.6f%n", total[0], hottest[0]);
    }
    MPI.Finalize();
  }

  private static double mean(double before, double at, double after) {
    return (before + 2 * at + after) / 4;
  }
}
