import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpi.Status;
import org.braid.mpix.Futures;

/** What a future costs beside a wait: round trips of 8 bytes between two ranks, medians in microseconds. Try: ./braid run -n 2 examples/bench/FutureCost.java */
public class FutureCost {
  private static final int TRIPS = 2000;

  private interface Wait {
    void forIt(Request receive);
  }

  public static void main(String[] args) {
    MPI.Init(args);
    Intracomm comm = MPI.COMM_WORLD;
    if (comm.getSize() != 2) {
      throw new IllegalArgumentException("two ranks");
    }
    for (int round = 0; round < 2; round++) { // the first warms up
      boolean tells = round == 1 && comm.getRank() == 0;
      print(tells, "waitFor", trips(comm, Request::waitFor));
      print(tells, "Futures.of(…).join()", trips(comm, receive -> Futures.of(receive).join()));
      print(tells, "Futures.of(…).thenApply(…).join()", trips(comm, receive -> Futures.of(receive).thenApply(Status::getTag).join()));
      CompletableFuture<?>[] pending = new CompletableFuture<?>[1000];
      for (int i = 0; i < pending.length; i++) {
        pending[i] = Futures.of(comm.iRecv(new long[1], 1, MPI.LONG, 1 - comm.getRank(), 1000 + i));
      }
      comm.barrier();
      print(tells, "waitFor, beside 1,000 futures", trips(comm, Request::waitFor));
      print(tells, "join, beside 1,000 futures", trips(comm, receive -> Futures.of(receive).join()));
      for (CompletableFuture<?> each : pending) {
        boolean ignored = each.cancel(true);
      }
    }
    MPI.Finalize();
  }

  private static void print(boolean tells, String how, double micros) {
    if (tells) {
      System.out.printf("%-36s %8.2f%n", how, micros);
    }
  }

  private static double trips(Intracomm comm, Wait wait) {
    int rank = comm.getRank();
    long[] times = new long[TRIPS];
    long[] data = new long[1];
    comm.barrier();
    for (int i = 0; i < TRIPS; i++) {
      long start = System.nanoTime();
      if (rank == 0) {
        comm.send(data, 1, MPI.LONG, 1, 0);
        wait.forIt(comm.iRecv(data, 1, MPI.LONG, 1, 0));
      } else {
        wait.forIt(comm.iRecv(data, 1, MPI.LONG, 0, 0));
        comm.send(data, 1, MPI.LONG, 0, 0);
      }
      times[i] = System.nanoTime() - start;
    }
    Arrays.sort(times);
    return times[TRIPS / 2] / 1000.0;
  }
}
