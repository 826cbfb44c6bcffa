import java.util.Locale;
import mpi.MPI;

/**
 * Pi as the area under 4 / (1 + x²): every rank adds every size-th strip, a reduction adds the ranks. The program mixes the two
 * dialects on purpose: Rank and Bcast are MPJ Express's, getSize and reduce Open MPI's. Try: ./braid run -n 4 examples/mpi/Pi.java 50000000
 */
public class Pi {
  public static void main(String[] args) {
    String[] rest = MPI.Init(args);
    int rank = MPI.COMM_WORLD.Rank();
    int size = MPI.COMM_WORLD.getSize();

    int[] strips = {rest.length > 0 ? Integer.parseInt(rest[0]) : 10_000_000};
    MPI.COMM_WORLD.Bcast(strips, 0, 1, MPI.INT, 0);

    double[] pi = {area(rank, size, strips[0])};
    double[] sum = new double[1];
    MPI.COMM_WORLD.reduce(pi, sum, 1, MPI.DOUBLE, MPI.SUM, 0);
    if (rank == 0) {
      System.out.println(String.format(Locale.ROOT, "pi is about %.10f, computed by %d rank%s", sum[0], size, size == 1 ? "" : "s"));
    }
    MPI.Finalize();
  }

  private static double area(int first, int step, int strips) {
    double width = 1.0 / strips;
    double sum = 0;
    for (int i = first; i < strips; i += step) {
      double x = (i + 0.5) * width;
      sum += 4 / (1 + x * x);
    }
    return sum * width;
  }
}
