package mpi;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

/**
 * What a message costs in garbage: nothing for a blocking send, one handle of at most 32 bytes for a non-blocking call, one Status for
 * a receive. One thread sends to itself, so that nothing sleeps. The tests run without C2, which removes the Status when nobody looks
 * at it, and the views of typed arrays.
 */
class AllocationTest {
  private static final int WARM_UP = 3_000;
  private static final int MEASURED = 10_000;
  private static final int STATUS_BYTES = 64;
  private static final int HANDLE_BYTES = 32;

  @Test
  void messagesLeaveNoGarbageButHandlesAndStatuses() {
    ThreadRanks.run(1, Monologue.class);
  }

  @Test
  void smallCollectivesLeaveNoGarbage() {
    ThreadRanks.run(2, Chorus.class);
  }

  @Test
  void stridedMessagesLeaveNoGarbageThatGrowsWithThem() {
    ThreadRanks.run(2, Strides.class);
  }

  @Test
  void stridedBroadcastsAndBufferedMessagesLeaveNoGarbageThatGrowsWithThem() {
    ThreadRanks.run(2, StridesElsewhere.class);
  }

  /** 512 KiB of data in blocks of 64 bytes: what a call leaves is a handful of small objects. */
  static final class StridesElsewhere implements Runnable {
    private static final int RUNS = 300;
    private static final int MOST_BYTES = 4_000;

    private final double[] data = new double[131_072];
    private final Datatype type = Datatype.createVector(8_192, 8, 16, MPI.DOUBLE);

    @Override
    public void run() {
      MPI.Init(new String[0]);
      type.commit();
      if (MPI.COMM_WORLD.getRank() == 0) {
        MPI.attachBuffer(new byte[4 << 20]);
      }
      expectLittle("bcast", () -> MPI.COMM_WORLD.bcast(data, 1, type, 0));
      expectLittle("bSend", this::buffered);
      if (MPI.COMM_WORLD.getRank() == 0) {
        byte[] ignored = MPI.detachBuffer();
      }
      MPI.Finalize();
    }

    /** The answer says that the message has gone, so that its array serves again. */
    private void buffered() {
      if (MPI.COMM_WORLD.getRank() == 0) {
        MPI.COMM_WORLD.bSend(data, 1, type, 1, 1);
        MPI.COMM_WORLD.recv(data, 0, MPI.DOUBLE, 1, 2);
      } else {
        MPI.COMM_WORLD.recv(data, 1, type, 0, 1);
        MPI.COMM_WORLD.send(data, 0, MPI.DOUBLE, 0, 2);
      }
    }

    private static void expectLittle(String call, Runnable round) {
      com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
      long least = Long.MAX_VALUE;
      for (int run = 0; run < RUNS; run++) {
        long before = threads.getCurrentThreadAllocatedBytes();
        round.run();
        least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
      }
      long bytes = least;
      assertTrue(bytes <= MOST_BYTES, () -> call + " leaves " + bytes + " bytes, but at most " + MOST_BYTES + " are allowed");
    }
  }

  /** Rank 0 sends a vector and gets it back. */
  static final class Strides implements Runnable {
    private static final int RUNS = 400;
    private static final int LONG_MESSAGE_BYTES = 2_000;

    private final double[] out = new double[131_072];
    private final double[] in = new double[131_072];

    @Override
    public void run() {
      MPI.Init(new String[0]);
      echo(4, STATUS_BYTES); // 256 bytes of data
      echo(128, STATUS_BYTES);
      echo(8_192, LONG_MESSAGE_BYTES); // 512 KiB: what any long message leaves
      MPI.Finalize();
    }

    private void echo(int blocks, int mostBytes) {
      Datatype type = Datatype.createVector(blocks, 8, 16, MPI.DOUBLE);
      type.commit();
      int rank = MPI.COMM_WORLD.getRank();
      com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
      long least = Long.MAX_VALUE;
      for (int run = 0; run < RUNS; run++) {
        long before = threads.getCurrentThreadAllocatedBytes();
        if (rank == 0) {
          MPI.COMM_WORLD.send(out, 1, type, 1, 1);
          MPI.COMM_WORLD.Recv(in, 0, 1, type, 1, 1);
        } else {
          MPI.COMM_WORLD.recv(in, 1, type, 0, 1);
          MPI.COMM_WORLD.Send(out, 0, 1, type, 0, 1);
        }
        least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
      }
      type.free();
      long bytes = least;
      assertTrue(bytes <= mostBytes, () -> bytes + " bytes for " + blocks + " blocks, but at most " + mostBytes + " are allowed");
    }
  }

  /** Two ranks wait for each other and now and then sleep, which has its own garbage: so what counts is the best of many runs, as short as can be. */
  static final class Chorus implements Runnable {
    private static final int RUNS = 1_500;
    private static final int ROUNDS = 2;

    private final double[] out = new double[1];
    private final double[] in = new double[1];

    @Override
    public void run() {
      MPI.Init(new String[0]);
      expectNothing("barrier", () -> MPI.COMM_WORLD.barrier());
      expectNothing("bcast", () -> MPI.COMM_WORLD.bcast(out, 1, MPI.DOUBLE, 0));
      expectNothing("Bcast", () -> MPI.COMM_WORLD.Bcast(out, 0, 1, MPI.DOUBLE, 0));
      expectNothing("allReduce", () -> MPI.COMM_WORLD.allReduce(out, in, 1, MPI.DOUBLE, MPI.SUM));
      expectNothing("Allreduce", () -> MPI.COMM_WORLD.Allreduce(out, 0, in, 0, 1, MPI.DOUBLE, MPI.MAX));
      expectNothing("reduce", () -> MPI.COMM_WORLD.reduce(out, in, 1, MPI.DOUBLE, MPI.SUM, 1));
      MPI.Finalize();
    }

    private static void expectNothing(String call, Runnable round) {
      com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
      long least = Long.MAX_VALUE;
      for (int run = 0; run < RUNS; run++) { // as many on both ranks: a rank that stopped early would leave the other waiting
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < ROUNDS; i++) {
          round.run();
        }
        least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
      }
      long bytes = least;
      assertTrue(bytes == 0, () -> call + " leaves " + bytes + " bytes in " + ROUNDS + " rounds");
    }
  }

  static final class Monologue implements Runnable {
    private final byte[] out = new byte[64];
    private final byte[] in = new byte[64];
    private final double[] doubles = new double[256];
    private final Datatype strided = Datatype.createVector(16, 8, 16, MPI.DOUBLE);

    @Override
    public void run() {
      MPI.Init(new String[0]);
      expect(STATUS_BYTES, this::blocking);
      expect(STATUS_BYTES, this::blockingInCapitals);
      strided.commit();
      expect(STATUS_BYTES, this::strided);
      expect(2 * HANDLE_BYTES, this::started);
      MPI.Finalize();
    }

    private void blocking() {
      MPI.COMM_WORLD.send(out, 64, MPI.BYTE, 0, 1);
      MPI.COMM_WORLD.recv(in, 64, MPI.BYTE, 0, 1);
    }

    private void blockingInCapitals() {
      MPI.COMM_WORLD.Send(out, 4, 60, MPI.BYTE, 0, 1);
      MPI.COMM_WORLD.Recv(in, 4, 60, MPI.BYTE, 0, 1);
    }

    private void strided() {
      MPI.COMM_WORLD.send(doubles, 1, strided, 0, 1);
      MPI.COMM_WORLD.recv(doubles, 1, strided, 0, 1);
    }

    private void started() {
      Request receive = MPI.COMM_WORLD.iRecv(in, 64, MPI.BYTE, 0, 2);
      Request send = MPI.COMM_WORLD.Isend(out, 0, 64, MPI.BYTE, 0, 2);
      receive.waitFor();
      send.waitFor();
    }

    private static void expect(int bytes, Runnable round) {
      for (int i = 0; i < WARM_UP; i++) {
        round.run();
      }
      com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < MEASURED; i++) {
        round.run();
      }
      long perRound = (threads.getCurrentThreadAllocatedBytes() - before) / MEASURED;
      assertTrue(perRound <= bytes, perRound + " bytes a round, but at most " + bytes + " are allowed");
    }
  }
}
