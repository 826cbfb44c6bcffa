import java.util.concurrent.locks.LockSupport;
import mpi.Intracomm;
import mpi.MPI;

/**
 * How long broadcasts take from every rank in turn: the timing loop of Karonis et al. 2000, Figure 6, with its own barrier of acknowledgements. Try it on an emulated network (docs/multilevel.md):
 *
 * <pre>
 *   ./braid run -n 12 --topology FILE --method 'host=shm, site=delay(1ms)+shm, *=delay(30ms)+shm' examples/bench/Karonis.java 1 16384
 *   BRAID_COLL=bcast=binomial ./braid run …      the same without regard to the network
 * </pre>
 */
public class Karonis {
  private static final int ACK = 1;
  private static final int GO = 2;
  private static final int COUNT = 3;
  private static final long LEAD_NS = 150_000_000L;

  public static void main(String[] args) {
    args = MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int[] sizes = args.length == 0 ? new int[] {1, 1 << 10, 1 << 14, 1 << 17} : java.util.Arrays.stream(args).mapToInt(Integer::parseInt).toArray();
    for (int bytes : sizes) {
      byte[] message = new byte[bytes];
      loop(world, message); // warm
      long[] before = messages(world);
      long paper = loop(world, message);
      long[] after = messages(world);
      double each = completion(world, message);
      if (world.getRank() == 0) {
        System.out.printf("%8d B   loop of the paper %9.1f ms   from a root's call to the last rank %8.2f ms   messages", bytes, paper / 1e6, each / 1e6);
        for (int level = 0; level < before.length; level++) {
          System.out.print(" " + (after[level] - before[level]));
        }
        System.out.println();
      }
    }
    MPI.Finalize();
  }

  /** What all ranks have sent in collectives so far: on each level of the network, the slowest first, and within hosts. */
  private static long[] messages(Intracomm world) {
    long[] mine = world.getAttr(MPI.TOPOLOGY_MESSAGES) instanceof long[] sent ? sent : new long[1];
    long[] all = new long[mine.length];
    for (int level = 0; level < all.length; level++) { // not by a collective, which would be counted
      long sum = mine[level];
      long[] one = {sum};
      if (world.getRank() != 0) {
        world.send(one, 1, MPI.LONG, 0, COUNT);
      }
      for (int rank = 1; rank < world.getSize() && world.getRank() == 0; rank++) {
        world.recv(one, 1, MPI.LONG, rank, COUNT);
        sum += one[0];
      }
      all[level] = sum;
    }
    return all;
  }

  /** Figure 6: nanoseconds for a broadcast from each root, each followed by the barrier. */
  private static long loop(Intracomm world, byte[] message) {
    ackBarrier(world);
    long start = System.nanoTime();
    for (int root = 0; root < world.getSize(); root++) {
      world.bcast(message, message.length, MPI.BYTE, root);
      ackBarrier(world);
    }
    return System.nanoTime() - start;
  }

  /** Everybody tells rank 0, which tells everybody, one after the other: no collective, since these are what is measured. */
  private static void ackBarrier(Intracomm world) {
    byte[] nothing = new byte[0];
    int size = world.getSize();
    if (world.getRank() != 0) {
      world.send(nothing, 0, MPI.BYTE, 0, ACK);
      world.recv(nothing, 0, MPI.BYTE, 0, GO);
      return;
    }
    for (int rank = 1; rank < size; rank++) {
      world.recv(nothing, 0, MPI.BYTE, rank, ACK);
    }
    for (int rank = 1; rank < size; rank++) {
      world.send(nothing, 0, MPI.BYTE, rank, GO);
    }
  }

  /** Ranks of one machine have one clock: all begin at the same moment, and the last one to have the message counts. The mean over all roots, nanoseconds. */
  private static double completion(Intracomm world, byte[] message) {
    long sum = 0;
    long[] moment = new long[1];
    long[] last = new long[1];
    for (int root = 0; root < world.getSize(); root++) {
      ackBarrier(world);
      moment[0] = System.nanoTime() + LEAD_NS;
      world.bcast(moment, 1, MPI.LONG, 0);
      for (long left = moment[0] - System.nanoTime(); left > 0; left = moment[0] - System.nanoTime()) {
        LockSupport.parkNanos(left); // whoever spun would take the core that others need
      }
      world.bcast(message, message.length, MPI.BYTE, root);
      moment[0] = System.nanoTime() - moment[0];
      world.allReduce(moment, last, 1, MPI.LONG, MPI.MAX);
      sum += last[0];
    }
    return (double) sum / world.getSize();
  }
}
