import java.util.List;
import mpi.Group;
import mpi.Intracomm;
import mpi.MPI;
import org.braid.mpix.Session;

/** Two libraries that know nothing of each other, each with a session of its own; nobody calls MPI.Init. With an argument it prints all process sets. Try: ./braid run -n 4 examples/mpi/Sessions.java all */
public class Sessions {
  /** Adds up over all processes of the job. */
  static class Sums implements AutoCloseable {
    private final Session session = Session.init();
    private final Intracomm comm = session.createFromGroup(session.groupFromPset(Session.WORLD), "org.example.sums");

    int of(int mine) {
      int[] sum = {mine};
      comm.allReduce(sum, 1, MPI.INT, MPI.SUM);
      return sum[0];
    }

    @Override
    public void close() {
      session.close(); // frees the communicator
    }
  }

  /** The greatest number among all processes. */
  static class Greatest implements AutoCloseable {
    private final Session session = Session.init();
    private final Intracomm comm = session.createFromGroup(session.groupFromPset(Session.WORLD), "org.example.greatest");

    int of(int mine) {
      int[] greatest = {mine};
      comm.allReduce(greatest, 1, MPI.INT, MPI.MAX);
      return greatest[0];
    }

    @Override
    public void close() {
      session.close();
    }
  }

  public static void main(String[] args) {
    try (Session session = Session.init()) { // around the others: the end of the last one waits for all ranks
      Group all = session.groupFromPset(Session.WORLD);
      int rank = all.getRank();
      if (rank == 0) {
        for (String name : args.length > 0 ? session.psets() : List.of(Session.WORLD, Session.SELF)) {
          System.out.println(name + " has " + session.getPsetInfo(name).get("mpi_size"));
        }
      }
      try (Greatest greatest = new Greatest()) {
        int sum;
        try (Sums sums = new Sums()) {
          sum = sums.of(rank);
        }
        int last = greatest.of(rank);
        if (rank == 0) {
          System.out.println("the sum of ranks is " + sum + ", the greatest " + last);
        }
      }
    }
  }
}
