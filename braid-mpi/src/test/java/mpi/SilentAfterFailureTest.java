package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A collective fails at one rank, whose program calls MPI no more before the others have been told: they are, by what that rank has said as it failed, or by what it has left in the memory that they share. */
@Timeout(60)
class SilentAfterFailureTest {
  private static final String TOLD = "braid.test.silent.told.";

  @Test
  void byMessages() {
    ThreadRanks.run(3, OneFailsAtOnce.class);
  }

  @Test
  void overSharedMemory() {
    ThreadRanks.run(3, OneFailsLater.class);
  }

  /** A long vector, and the first call. */
  static final class OneFailsAtOnce implements Runnable {
    @Override
    public void run() {
      fail("long", 0, 1 << 18);
    }
  }

  /** A short one, after so many others that these go over memory. */
  static final class OneFailsLater implements Runnable {
    @Override
    public void run() {
      fail("short", 20, 1);
    }
  }

  private static void fail(String which, int callsBefore, int count) {
    MPI.Init(new String[0]);
    Intracomm comm = MPI.COMM_WORLD.dup();
    int rank = comm.getRank();
    for (int call = 0; call < callsBefore; call++) {
      comm.reduce(new int[] {1}, new int[1], 1, MPI.INT, MPI.SUM, 0);
      comm.bcast(new int[1], 1, MPI.INT, 0);
    }
    System.clearProperty(TOLD + which + rank);
    MPI.COMM_WORLD.barrier();
    Op op = new Op(rank == 0 ? new Throwing() : new Adding(), true);
    MPIException failure = assertThrows(MPIException.class, () -> comm.allReduce(new int[count], new int[count], count, MPI.INT, op));
    String message = String.valueOf(failure.getMessage());
    if (rank > 0) {
      assertTrue(message.contains("rank 0 calls it off after an error of its own") || message.contains("rank 1 calls it off"), message);
      System.setProperty(TOLD + which + rank, "yes");
    } else {
      assertInstanceOf(IllegalStateException.class, failure.getCause());
      awaitTold(which, comm.getSize());
    }
    int[] sum = new int[1];
    MPI.COMM_WORLD.allReduce(new int[] {1}, sum, 1, MPI.INT, MPI.SUM);
    assertEquals(3, sum[0]);
    MPI.Finalize();
  }

  private static void awaitTold(String which, int size) {
    for (int rank = 1; rank < size; rank++) {
      while (System.getProperty(TOLD + which + rank) == null) {
        Thread.onSpinWait();
      }
    }
  }

  private static final class Throwing extends UserFunction {
    @Override
    public void call(ByteBuffer in, ByteBuffer inout, int count, Datatype type) {
      throw new IllegalStateException("rank 0's operator");
    }
  }

  private static final class Adding extends UserFunction {
    @Override
    public void call(ByteBuffer in, ByteBuffer inout, int count, Datatype type) {
      for (int at = 0; at < Integer.BYTES * count; at += Integer.BYTES) {
        inout.putInt(at, in.getInt(at) + inout.getInt(at));
      }
    }
  }
}
