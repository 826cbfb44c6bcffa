import mpi.MPI;
import mpi.Request;
import mpi.Status;

/** A token travels round the ring of ranks, and every rank adds its number. Try: ./braid run -n 7 examples/mpi/Ring.java */
public class Ring {
  private static final int ROUNDS = 3;
  private static final int TAG = 7;

  public static void main(String[] args) {
    MPI.Init(args);
    int rank = MPI.COMM_WORLD.Rank();
    int size = MPI.COMM_WORLD.Size();
    int next = (rank + 1) % size;
    int previous = (rank + size - 1) % size;

    long[] token = {0, 0}; // hops, sum
    for (int round = 1; round <= ROUNDS; round++) {
      if (rank == 0) {
        long[] sent = {token[0] + 1, token[1]};
        Request send = MPI.COMM_WORLD.Isend(sent, 0, 2, MPI.LONG, next, TAG);
        Status status = MPI.COMM_WORLD.Recv(token, 0, 2, MPI.LONG, previous, TAG);
        send.Wait();
        System.out.println(
            "round " + round + ": the token came from rank " + status.source + " after " + token[0] + " hops, sum " + token[1]);
      } else {
        MPI.COMM_WORLD.Recv(token, 0, 2, MPI.LONG, previous, TAG);
        token[0]++;
        token[1] += rank;
        MPI.COMM_WORLD.Send(token, 0, 2, MPI.LONG, next, TAG);
      }
    }
    MPI.Finalize();
  }
}
