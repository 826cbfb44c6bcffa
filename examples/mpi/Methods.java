import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/**
 * A program chooses by which methods the messages of one communicator travel, while they travel (nexus-multimethod, section 4.3). Try: ./braid run -n 4 --report links examples/mpi/Methods.java
 */
public class Methods {
  private static final String[] ORDERS = {"tcp, tls", "shm, tls", "lz4+tcp(sndbuf=64KiB), tls", "unix, lz4+tls", "failover(shm, tcp), tls", "auto"}; // the first that leads there: tls between hosts
  private static final int MESSAGES = 200;
  private static final int TAG = 4;

  public static void main(String[] args) throws MPIException {
    MPI.Init(args);
    Intracomm ring = MPI.COMM_WORLD.dup();
    int rank = ring.getRank();
    int next = (rank + 1) % ring.getSize();
    int previous = (rank + ring.getSize() - 1) % ring.getSize();
    int sent = 0;
    int received = 0;
    int outOfOrder = 0;
    for (String order : ORDERS) {
      ring.setAttr(MPI.BRAID_METHOD, order); // concerns what this process sends, and nobody is asked
      for (int i = 0; i < MESSAGES; i++) {
        int[] number = {sent++};
        ring.sendRecvReplace(number, 1, MPI.INT, next, TAG, previous, TAG);
        outOfOrder += number[0] == received++ ? 0 : 1;
      }
      if (rank == 0) {
        System.out.println(ring.getAttr(MPI.BRAID_METHOD) + ": " + received + " messages, " + outOfOrder + " out of order");
      }
    }
    ring.deleteAttr(MPI.BRAID_METHOD);
    String[] reached = (String[]) MPI.COMM_WORLD.getAttr(MPI.METHODS_IN_USE);
    if (rank == 0) {
      System.out.println("rank 0 of MPI.COMM_WORLD reaches rank 0 by " + reached[0]);
    }
    ring.free();
    MPI.Finalize();
  }
}
