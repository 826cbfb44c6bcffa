package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.util.Arrays;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * One rank calls another collective than the others: every rank that takes part gets the same sentence within seconds, with both
 * operations, both ranks and the number of the call; nobody hangs.
 */
@Execution(CONCURRENT)
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

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void aRankThatLeavesWhileOthersCallOnAnotherCommunicatorIsNamed(int size) {
    ThreadRanks.run(size, OneLeavesADuplicate.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void aRankThatLeavesWhileOthersWaitForAStartedCallIsNamed(int size) {
    ThreadRanks.run(size, OneLeavesAStartedCall.class);
  }

  @Test
  void ofTwoCallsThatDifferTheFirstIsToldThoughNobodyHasWaitedInIt() {
    ThreadRanks.run(2, TwoDiffer.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 4}) // of two ranks the other has what it needs
  void whoWaitsForARankWhoseCallHasFailedIsToldSoAndWhoDoesNotGoesOn(int size) {
    ThreadRanks.run(size, OneCallsOff.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void aRankThatCouldNotLeaveStaysAndMayUseItsOtherCommunicators(int size) {
    ThreadRanks.run(size, OneCannotLeave.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {2})
  void ofAnotherCountBothCountsAreSaidInElementsOfWhateverType(int size) {
    ThreadRanks.run(size, EveryType.class);
  }

  static final class EveryType implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      int rank = MPI.COMM_WORLD.getRank();
      for (Datatype type : new Datatype[] {MPI.BYTE, MPI.CHAR, MPI.SHORT, MPI.BOOLEAN, MPI.INT, MPI.LONG, MPI.FLOAT, MPI.DOUBLE}) {
        Intracomm comm = MPI.COMM_WORLD.dup();
        Object data = java.lang.reflect.Array.newInstance(type.base().arrayClass().getComponentType(), 5);
        String message = String.valueOf(assertThrows(MPIException.class, () -> bcastAndGoOn(comm, data, 3 + 2 * rank, type)).getMessage());
        String name = type.getName().replace("MPI_", "MPI.");
        assertTrue(message.contains("rank 0 calls bcast with root 0 of 3 " + name + " and rank 1 calls bcast with root 0 of 5 " + name), message);
        MPI.COMM_WORLD.barrier();
      }
      MPI.Finalize();
    }

    private static void bcastAndGoOn(Intracomm comm, Object data, int count, Datatype type) {
      comm.bcast(data, count, type, 0);
      comm.barrier();
      comm.barrier();
    }
  }

  /** Rank 0 meets the others' barrier with its Finalize; then all go on elsewhere, the others first. */
  static final class OneCannotLeave implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Intracomm world = MPI.COMM_WORLD;
      Intracomm other = world.dup();
      assertThrows(
          MPIException.class,
          () -> {
            if (world.getRank() > 0) {
              world.barrier();
            }
            MPI.Finalize();
          });
      if (world.getRank() > 0) {
        world.recv(new int[1], 1, MPI.INT, 0, 0);
        Request started = other.iBarrier();
        world.send(new int[1], 1, MPI.INT, 0, 0);
        started.waitFor();
        return;
      }
      for (int rank = 1; rank < world.getSize(); rank++) {
        world.send(new int[1], 1, MPI.INT, rank, 0);
      }
      for (int rank = 1; rank < world.getSize(); rank++) {
        world.recv(new int[1], 1, MPI.INT, rank, 0);
      }
      other.barrier();
    }
  }

  /** Both messages of rank 1 are at rank 0 before that calls anything; its first call waits for none. */
  static final class TwoDiffer implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Intracomm world = MPI.COMM_WORLD;
      Intracomm comm = world.dup();
      if (world.getRank() == 1) {
        comm.gather(new int[1], 1, MPI.INT, new int[2], 1, MPI.INT, 0);
        comm.gather(new int[1], 1, MPI.INT, new int[2], 1, MPI.INT, 0);
        world.send(new int[1], 1, MPI.INT, 0, 0);
        assertToldOfFirst(comm::barrier);
      } else {
        world.recv(new int[1], 1, MPI.INT, 1, 0);
        assertToldOfFirst(
            () -> {
              comm.bcast(new int[1], 1, MPI.INT, 0);
              comm.barrier();
            });
      }
      MPI.Finalize();
    }

    private static void assertToldOfFirst(Runnable call) {
      String message = String.valueOf(assertThrows(MPIException.class, call::run).getMessage());
      assertTrue(message.startsWith("collective call 0 of this communicator"), message);
      assertTrue(message.contains("rank 0 calls bcast with root 0") && message.contains("rank 1 calls gather with root 0"), message);
    }
  }

  static final class OneDiffers implements Runnable {
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
      {"reduce with root 0", "allreduce"},
      {"allreduce with SUM", "allreduce with MAX"},
      {"reduce with root 0 and SUM", "reduce with root 0 and PROD"},
      {"scan with an operator of the program's own", "allreduce with MAX"},
      {"bcast with root 0", "bcast with root 1"},
      {"bcast with root 0 of 100 MPI.INT", "bcast with root 0 of 100 MPI.FLOAT"},
      {"bcast with root 0 of 100 MPI.INT", "bcast with root 0 of 64 MPI.INT"},
      {"gather with root 0 of 4 MPI.INT", "gather with root 0 of 4 MPI.FLOAT"},
      {"bcast with root 0 of 1 MPI.INT", "bcast with root 0 of MPI.OBJECT"},
      {"gather with root 0 of 1 MPI.INT", "gather with root 0 of MPI.OBJECT"},
      {"allgather of 1 MPI.INT", "allgather of MPI.OBJECT"},
      {"reduceScatter", "reduceScatterBlock"}, // of objects, whose lengths go first, each by the name of its call
      {"reduceScatterBlock", "exscan"},
      {"exscan", "scan"},
      {"scan", "allgather"},
      {"gather with root 0", "reduce with root 1"}
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
      return switch (name) {
        case "barrier" -> comm -> comm.barrier();
        case "dup" -> comm -> comm.dup();
        case "split" -> comm -> comm.split(0, 0);
        case "create" -> comm -> comm.create(comm.getGroup());
        case "bcast with root 0 of 64 MPI.INT" -> comm -> comm.bcast(new int[64], 64, MPI.INT, 0);
        case "bcast with root 0 of 1 MPI.INT" -> comm -> comm.bcast(new int[1], 1, MPI.INT, 0);
        case "bcast with root 0 of MPI.OBJECT" -> comm -> comm.bcast(new Object[1], 1, MPI.OBJECT, 0);
        case "gather with root 0 of 1 MPI.INT" -> comm -> comm.gather(new int[1], 1, MPI.INT, new int[comm.getSize()], 1, MPI.INT, 0);
        case "gather with root 0 of MPI.OBJECT" -> comm -> comm.gather(new Object[1], 1, MPI.OBJECT, new Object[comm.getSize()], 1, MPI.OBJECT, 0);
        case "allgather of 1 MPI.INT" -> comm -> comm.allGather(new int[1], 1, MPI.INT, new int[comm.getSize()], 1, MPI.INT);
        case "allgather", "allgather of MPI.OBJECT" -> comm -> comm.allGather(new Object[1], 1, MPI.OBJECT, new Object[comm.getSize()], 1, MPI.OBJECT);
        case "bcast with root 0", "bcast with root 0 of 100 MPI.INT" -> comm -> comm.bcast(new int[100], 100, MPI.INT, 0);
        case "bcast with root 0 of 100 MPI.FLOAT" -> comm -> comm.bcast(new float[100], 100, MPI.FLOAT, 0);
        case "reduce with root 0" -> comm -> comm.reduce(new int[4], new int[4], 4, MPI.INT, MPI.SUM, 0);
        case "allreduce" -> comm -> comm.allReduce(new int[1 << 16], new int[1 << 16], 1 << 16, MPI.INT, MPI.SUM);
        case "allreduce with MAX" -> comm -> comm.allReduce(new int[4], new int[4], 4, MPI.INT, MPI.MAX);
        case "allreduce with SUM" -> comm -> comm.allReduce(new int[4], new int[4], 4, MPI.INT, MPI.SUM);
        case "reduce with root 0 and SUM" -> comm -> comm.reduce(new int[4], new int[4], 4, MPI.INT, MPI.SUM, 0);
        case "reduce with root 0 and PROD" -> comm -> comm.reduce(new int[4], new int[4], 4, MPI.INT, MPI.PROD, 0);
        case "bcast with root 1" -> comm -> comm.bcast(new int[100], 100, MPI.INT, 1);
        case "scan with an operator of the program's own" -> comm -> comm.scan(new int[4], new int[4], 4, MPI.INT, new Op(new Right(), false));
        case "gather with root 0 of 4 MPI.FLOAT" -> comm -> comm.gather(new float[4], 4, MPI.FLOAT, new float[64], 4, MPI.FLOAT, 0);
        case "gather with root 0", "gather with root 0 of 4 MPI.INT" -> comm -> comm.gather(new int[4], 4, MPI.INT, new int[64], 4, MPI.INT, 0);
        case "reduceScatter" -> comm -> comm.reduceScatter(objects(comm), objects(comm), ones(comm), MPI.OBJECT, new Op(new Right(), false));
        case "reduceScatterBlock" -> comm -> comm.reduceScatterBlock(objects(comm), objects(comm), 1, MPI.OBJECT, new Op(new Right(), false));
        case "exscan" -> comm -> comm.exScan(objects(comm), objects(comm), 1, MPI.OBJECT, new Op(new Right(), false));
        case "scan" -> comm -> comm.scan(objects(comm), objects(comm), 1, MPI.OBJECT, new Op(new Right(), false));
        case "reduce with root 1" -> comm -> comm.reduce(objects(comm), objects(comm), 1, MPI.OBJECT, new Op(new Right(), false), 1);
        default -> throw new IllegalArgumentException(name);
      };
    }

    private static Object[] objects(Intracomm comm) {
      Object[] each = new Object[comm.getSize()];
      Arrays.fill(each, "object");
      return each;
    }

    private static int[] ones(Intracomm comm) {
      int[] each = new int[comm.getSize()];
      Arrays.fill(each, 1);
      return each;
    }

    private static final class Right extends User_function {
      @Override
      public void Call(Object in, int inOffset, Object inout, int inoutOffset, int count, Datatype type) {}
    }
  }

  /** Rank 0's operator fails in a reduction whose result all wait for; a gather that is truncated at the root is over for the others. */
  static final class OneCallsOff implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Intracomm world = MPI.COMM_WORLD;
      int[] counts = new int[world.getSize()];
      int[] twos = new int[world.getSize()];
      Arrays.fill(twos, 2);
      boolean root = world.getRank() == 0;
      if (root) {
        refused("a block of a collective call was truncated: rank N sent 4 bytes where this rank counts on 0", () -> gather(world, counts));
        refused("a block of a collective call is too short: rank N sent 4 bytes where this rank counts on 8", () -> gather(world, twos));
        assertInstanceOf(IllegalStateException.class, assertThrows(MPIException.class, () -> combine(world)).getCause());
      } else {
        gather(world, counts);
        gather(world, twos);
        String message = String.valueOf(assertThrows(MPIException.class, () -> combine(world)).getMessage());
        assertTrue(message.startsWith("collective call 2 of") && message.contains("rank 0 calls it off after an error of its own"), message);
      }
      int[] sum = new int[1];
      world.allReduce(new int[] {1}, sum, 1, MPI.INT, MPI.SUM); // that call alone is over
      assertEquals(world.getSize(), sum[0]);
      MPI.Finalize();
    }

    private static void refused(String why, Runnable call) {
      String message = String.valueOf(assertThrows(MPIException.class, call::run).getMessage());
      assertTrue(message.replaceFirst("rank \\d", "rank N").startsWith(why), message);
    }

    private static void gather(Intracomm world, int[] counts) {
      world.gatherv(new int[2], world.getRank() == 0 ? counts[0] : 1, MPI.INT, new int[2], counts, new int[counts.length], MPI.INT, 0);
    }

    private static void combine(Intracomm world) {
      world.allReduce(new int[1], new int[1], 1, MPI.INT, new Op(new Failing(), false));
    }

    private static final class Failing extends User_function {
      @Override
      public void Call(Object in, int inOffset, Object inout, int inoutOffset, int count, Datatype type) {
        if (MPI.COMM_WORLD.getRank() == 0) {
          throw new IllegalStateException("the operator fails");
        }
      }
    }
  }

  static final class OneLeavesADuplicate implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Intracomm duplicate = MPI.COMM_WORLD.dup();
      if (duplicate.getRank() != 1) {
        assertTold(duplicate::barrier);
      }
      MPI.Finalize();
    }
  }

  static final class OneLeavesAStartedCall implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      Intracomm duplicate = MPI.COMM_WORLD.dup();
      if (duplicate.getRank() != 1) {
        assertTold(() -> duplicate.iBarrier().waitFor());
      }
      MPI.Finalize();
    }
  }

  private static void assertTold(Runnable call) {
    String message = String.valueOf(assertThrows(MPIException.class, call::run).getMessage());
    assertTrue(message.contains("rank 1 calls MPI.Finalize") && message.contains(" calls barrier"), message);
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
