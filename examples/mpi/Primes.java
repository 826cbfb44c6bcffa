import java.util.ArrayList;
import java.util.List;
import mpi.MPI;
import org.braid.mpix.executor.RankExecutor;
import org.braid.mpix.executor.RankTask;

/** Counts primes: rank 0 gives out pieces of the range to whoever is free. With an argument it counts up to that. Try: ./braid run -n 4 examples/mpi/Primes.java 10000000 */
public class Primes {
  private static final int PIECE = 10_000;

  public static void main(String[] args) {
    String[] rest = MPI.Init(args);
    int end = rest.length > 0 ? Integer.parseInt(rest[0]) : 200_000;
    try (RankExecutor executor = RankExecutor.open(MPI.COMM_WORLD, 0)) {
      if (executor.isRoot()) {
        List<RankTask<Integer>> pieces = new ArrayList<>();
        for (int from = 0; from < end; from += PIECE) {
          int first = from;
          int last = Math.min(from + PIECE, end);
          pieces.add(() -> primes(first, last));
        }
        int sum = 0;
        for (var piece : executor.invokeAll(pieces)) {
          sum += piece.join();
        }
        System.out.println(sum + " primes below " + end);
        String failed = executor.submit(() -> primes(1, 1 / (end - end))).handle((count, failure) -> failure.toString()).join();
        System.out.println("a task that fails: " + failed);
      }
    }
    MPI.Finalize();
  }

  private static int primes(int from, int to) {
    int count = 0;
    for (int n = Math.max(2, from); n < to; n++) {
      boolean isPrime = true;
      for (int d = 2; d * d <= n && isPrime; d++) {
        isPrime = n % d != 0;
      }
      count += isPrime ? 1 : 0;
    }
    return count;
  }
}
