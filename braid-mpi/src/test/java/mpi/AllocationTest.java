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

  static final class Monologue implements Runnable {
    private final byte[] out = new byte[64];
    private final byte[] in = new byte[64];

    @Override
    public void run() {
      MPI.Init(new String[0]);
      expect(STATUS_BYTES, this::blocking);
      expect(STATUS_BYTES, this::blockingInCapitals);
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
