import mpi.Comm;
import mpi.MPI;
import org.braid.mpix.PerformanceHandle;
import org.braid.mpix.PerformanceSession;
import org.braid.mpix.PerformanceVariable;
import org.braid.mpix.Tools;

/** What a rank tells of itself: how it is set, what it has done in a phase. With an argument it prints all variables. Try: ./braid run -n 4 examples/mpi/Counters.java all */
public class Counters {
  private static final int MESSAGES = 20;

  public static void main(String[] args) {
    MPI.Init(args);
    int rank = MPI.COMM_WORLD.getRank();
    int size = MPI.COMM_WORLD.getSize();
    if (rank == 0) {
      System.out.println(Tools.controlVariable("coll.rules").meaning());
      PerformanceVariable communicators = Tools.performanceVariable("communicators.live");
      System.out.println(communicators);
      Comm copy = MPI.COMM_SELF.dup();
      System.out.println(communicators + " after a dup");
      copy.free();
    }
    try (PerformanceSession session = Tools.session()) {
      PerformanceHandle frames = session.handle(Tools.performanceVariable("lanes.frames"));
      frames.start();
      ring(rank, size);
      frames.stop();
      if (rank == 0 && size > 1) {
        System.out.println(MESSAGES + " messages took as many frames or more: " + (frames.read() >= MESSAGES));
      }
    }
    if (rank == 0 && args.length > 0) {
      Tools.controlVariables().forEach(System.out::println);
      Tools.performanceVariables().forEach(System.out::println);
    }
    MPI.Finalize();
  }

  private static void ring(int rank, int size) {
    int[] number = {rank};
    for (int i = 0; i < MESSAGES && size > 1; i++) {
      MPI.COMM_WORLD.sendRecvReplace(number, 1, MPI.INT, (rank + 1) % size, 0, (rank + size - 1) % size, 0);
    }
  }
}
