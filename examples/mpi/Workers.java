import mpi.Intercomm;
import mpi.MPI;

/** A program that starts its own workers (MPI 4.1, section 11.8): they count primes, each its share, and the sum comes to the one who asked. Try: ./braid run -n 1 examples/mpi/Workers.java */
public class Workers {
  private static final int WORKERS = 3;

  public static void main(String[] args) {
    MPI.Init(args);
    Intercomm master = Intercomm.getParent();
    if (master.isNull()) {
      ask(200_000);
    } else {
      work(master);
    }
    MPI.Finalize();
  }

  private static void ask(int limit) {
    int rank = MPI.COMM_WORLD.getRank();
    int[] codes = new int[WORKERS];
    Intercomm workers = MPI.COMM_WORLD.spawn("Workers", new String[0], WORKERS, MPI.INFO_NULL, 0, codes);
    int own = rank == 0 ? MPI.ROOT : MPI.PROC_NULL; // of a collective between two groups the root's group says who it is
    int[] all = {0};
    workers.bcast(new int[] {limit}, 1, MPI.INT, own);
    workers.reduce(new int[1], all, 1, MPI.INT, MPI.SUM, own);
    if (rank == 0) {
      System.out.println(workers.getRemoteSize() + " workers found " + all[0] + " primes below " + limit);
    }
    workers.disconnect();
  }

  private static void work(Intercomm master) {
    int[] limit = new int[1];
    master.bcast(limit, 1, MPI.INT, 0);
    int[] found = new int[1];
    for (int n = 2 + MPI.COMM_WORLD.getRank(); n < limit[0]; n += MPI.COMM_WORLD.getSize()) {
      found[0] += isPrime(n) ? 1 : 0;
    }
    master.reduce(found, new int[1], 1, MPI.INT, MPI.SUM, 0);
    master.disconnect();
  }

  private static boolean isPrime(int n) {
    for (int d = 2; d * d <= n; d++) {
      if (n % d == 0) {
        return false;
      }
    }
    return true;
  }
}
