package mpi;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

/**
 * What a message costs in garbage: nothing for a blocking send, one handle of at most 32 bytes for a non-blocking call, one Status for
 * a receive. The tests run without C2, which removes the Status when nobody looks at it, and the views of typed arrays.
 */
class AllocationTest {
  private static final int WARM_UP = 3_000;
  private static final int MEASURED = 10_000;
  private static final int STATUS_BYTES = 64;
  private static final int HANDLE_BYTES = 32;

  @Test
  void messagesLeaveNoGarbageButHandlesAndStatuses() {
    ThreadRanks.run(2, PingPong.class);
  }

  static final class PingPong implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      byte[] array = new byte[64];
      byte[] second = new byte[64];
      int other = 1 - MPI.COMM_WORLD.getRank();
      expect(STATUS_BYTES, () -> pingPong(array, 64, MPI.BYTE, other));
      expect(2 * HANDLE_BYTES, () -> exchange(array, second, other));
      MPI.Finalize();
    }

    private static void pingPong(Object buf, int count, Datatype type, int other) {
      if (other == 1) {
        MPI.COMM_WORLD.send(buf, count, type, other, 1);
        MPI.COMM_WORLD.recv(buf, count, type, other, 1);
      } else {
        MPI.COMM_WORLD.Recv(buf, 0, count, type, other, 1);
        MPI.COMM_WORLD.Send(buf, 0, count, type, other, 1);
      }
    }

    private static void exchange(Object in, Object out, int other) {
      Request receive = MPI.COMM_WORLD.iRecv(in, 64, MPI.BYTE, other, 2);
      Request send = MPI.COMM_WORLD.Isend(out, 0, 64, MPI.BYTE, other, 2);
      receive.waitFor();
      send.waitFor();
    }

    /** At most {@code bytes} bytes a round, and a little for whatever happens once. */
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
