package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * One rank calls another collective than the others: every rank that takes part gets the same sentence within seconds, with both
 * operations, both ranks and the number of the call; nobody hangs.
 */
class DifferentCollectivesTest {
  private static final long BOUND_NS = 15_000_000_000L;

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4})
  void everyRankIsToldWhoCalledWhat(int size) {
    ThreadRanks.run(size, OneDiffers.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void aRankThatLeavesWhileOthersStillCallIsNamed(int size) {
    ThreadRanks.run(size, OneLeaves.class);
  }

  static final class OneDiffers implements Runnable {
    private static final Map<String, Consumer<Intracomm>> CALLS =
        Map.of(
            "barrier", comm -> comm.barrier(),
            "dup", comm -> comm.dup(),
            "split", comm -> comm.split(0, 0),
            "create", comm -> comm.create(comm.getGroup()),
            "bcast with root 0", comm -> comm.bcast(new int[100], 100, MPI.INT, 0),
            "reduce with root 0", comm -> comm.reduce(new int[4], new int[4], 4, MPI.INT, MPI.SUM, 0),
            "allreduce", comm -> comm.allReduce(new int[1 << 16], new int[1 << 16], 1 << 16, MPI.INT, MPI.SUM),
            "gather with root 0", comm -> comm.gather(new int[4], 4, MPI.INT, new int[64], 4, MPI.INT, 0));

    private static final String[][] PAIRS = {
      {"barrier", "dup"},
      {"dup", "barrier"},
      {"dup", "split"},
      {"split", "create"},
      {"create", "bcast with root 0"},
      {"bcast with root 0", "barrier"},
      {"allreduce", "barrier"},
      {"gather with root 0", "bcast with root 0"},
      {"bcast with root 0", "gather with root 0"}, // two ranks: both only send
      {"reduce with root 0", "allreduce"}
    };

    @Override
    public void run() {
      MPI.Init(new String[0]);
      for (String[] pair : PAIRS) {
        Intracomm comm = MPI.COMM_WORLD.dup();
        boolean odd = comm.getRank() == comm.getSize() - 1;
        comm.barrier();
        differ(comm, odd, pair[0], pair[1]);
      }
      MPI.Finalize();
    }

    private static void differ(Intracomm comm, boolean odd, String usual, String other) {
      long startNs = System.nanoTime();
      MPIException told =
          assertThrows(
              MPIException.class,
              () -> {
                call(odd ? other : usual).accept(comm);
                comm.barrier(); // for ranks whose own part was over: the next call tells them
                comm.barrier();
              },
              usual + " against " + other);
      String message = String.valueOf(told.getMessage());
      assertTrue(message.startsWith("collective call 1 of this communicator"), message);
      assertTrue(message.contains(" calls " + usual) && message.contains("rank " + (comm.getSize() - 1) + " calls " + other), message);
      assertTrue(message.contains("[BRD-1509]"), message);
      assertEquals(MPI.ERR_OTHER, told.getErrorClass());
      assertTrue(System.nanoTime() - startNs < BOUND_NS, message);
    }

    private static Consumer<Intracomm> call(String name) {
      Consumer<Intracomm> call = CALLS.get(name);
      assertTrue(call != null, name);
      return call;
    }
  }

  static final class OneLeaves implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      boolean stays = MPI.COMM_WORLD.getRank() > 0;
      MPIException told =
          assertThrows(
              MPIException.class,
              () -> {
                if (stays) {
                  MPI.COMM_WORLD.barrier();
                }
                MPI.Finalize();
              });
      String message = String.valueOf(told.getMessage());
      assertTrue(message.contains("rank 0 calls MPI.Finalize") && message.contains(" calls barrier"), message);
    }
  }
}
