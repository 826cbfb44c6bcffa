package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** A send that is cancelled is done, whatever its receiver calls: taken back where no receive has met the message, else as if nobody had cancelled it (MPI 4.1, section 3.8.4). */
class CancelledSendsTest {
  /** From those that stay in the ring to those that wait in the sender's memory. */
  private static final int[] LENGTHS = {0, 1, 1000, 8 << 10, 100 << 10, 3 << 20};

  private static Request start(Comm comm, boolean synchronous, byte[] data, int dest, int tag) {
    return synchronous ? comm.isSend(data, data.length, MPI.BYTE, dest, tag) : comm.iSend(data, data.length, MPI.BYTE, dest, tag);
  }

  private static byte[] filled(int length, int value) {
    byte[] data = new byte[length];
    Arrays.fill(data, (byte) value);
    return data;
  }

  @Test
  void whatNoReceiveHasMetIsTakenBackAndWhatIsSentNextArrives() {
    ThreadRanks.run(2, Unmatched.class);
  }

  static final class Unmatched extends WorldProgram {
    @Override
    void body() {
      for (boolean synchronous : new boolean[] {true, false}) {
        for (int length : LENGTHS) {
          for (int before = 0; before < 3; before++) {
            round(synchronous, length, before);
            world.barrier();
          }
        }
      }
    }

    /** {@code before} messages alike wait before it, and one behind it: these come, and in their order. */
    private void round(boolean synchronous, int length, int before) {
      byte[] isDone = {0};
      if (rank == 1) {
        world.recv(isDone, 1, MPI.BYTE, 0, 99); // looks at what comes, and posts nothing
        for (int i = 0; i < before + isDone[0]; i++) {
          arrives(length, i);
        }
        arrives(length, 7);
        assertNull(world.iProbe(0, 5));
        return;
      }
      Request[] others = new Request[before + 1];
      for (int i = 0; i < before; i++) {
        others[i] = start(world, synchronous, filled(length, i), 1, 5);
      }
      Request taken = start(world, synchronous, filled(length, before), 1, 5);
      isDone[0] = (byte) (taken.test() ? 1 : 0); // as standard sends of few bytes are
      assertTrue(!synchronous || isDone[0] == 0);
      others[before] = start(world, synchronous, filled(length, 7), 1, 5);
      taken.cancel();
      taken.cancel();
      assertEquals(isDone[0] == 0, taken.waitStatus().isCancelled(), length + " bytes");
      world.send(isDone, 1, MPI.BYTE, 1, 99);
      Request.waitAll(others);
    }

    private void arrives(int length, int value) {
      byte[] room = new byte[length];
      assertEquals(length, world.recv(room, length, MPI.BYTE, 0, 5).getCount(MPI.BYTE));
      assertTrue(length == 0 || room[0] == value && room[length - 1] == value, length + " bytes");
    }
  }

  @Test
  void whatAReceiveHasMetArrivesAndIsNotCancelled() {
    ThreadRanks.run(2, Matched.class);
  }

  static final class Matched extends WorldProgram {
    @Override
    void body() {
      for (boolean synchronous : new boolean[] {true, false}) {
        for (int length : LENGTHS) {
          byte[] data = filled(length, rank == 0 ? 3 : 0);
          Request request = rank == 0 ? null : world.iRecv(data, length, MPI.BYTE, 0, 5);
          world.barrier();
          if (request == null) {
            request = start(world, synchronous, data, 1, 5);
            request.cancel();
          }
          Status status = request.waitStatus();
          assertFalse(status.isCancelled());
          assertTrue(length == 0 || data[length - 1] == 3);
        }
      }
    }
  }

  @Test
  void itIsSoOfMessagesToOneself() {
    ThreadRanks.run(1, ToItself.class);
  }

  static final class ToItself extends WorldProgram {
    @Override
    void body() {
      for (int length : LENGTHS) {
        Request taken = start(world, true, filled(length, 6), 0, 5);
        assertTrue(world.iProbe(0, 5) != null);
        taken.cancel();
        assertTrue(taken.waitStatus().isCancelled());
        assertNull(world.iProbe(0, 5));
        Request met = start(world, true, filled(length, 4), 0, 5);
        byte[] room = new byte[length];
        world.recv(room, length, MPI.BYTE, 0, 5);
        met.cancel();
        assertFalse(met.waitStatus().isCancelled());
        assertTrue(length == 0 || room[0] == 4);
      }
    }
  }

  @Test
  void aPersistentSendIsStartedAgainAfterwards() {
    ThreadRanks.run(2, Persistent.class);
  }

  static final class Persistent extends WorldProgram {
    @Override
    void body() {
      int[] value = {41};
      if (rank == 1) {
        world.recv(new byte[0], 0, MPI.BYTE, 0, 99);
        world.recv(value, 1, MPI.INT, 0, 5);
        assertEquals(42, value[0]);
        return;
      }
      Prequest send = world.Ssend_init(value, 0, 1, MPI.INT, 1, 5);
      send.start();
      send.cancel();
      assertTrue(send.waitStatus().isCancelled());
      value[0] = 42;
      send.start();
      world.send(new byte[0], 0, MPI.BYTE, 1, 99);
      send.waitFor();
      send.free();
    }
  }
}
