package mpi;

import static mpi.SlotPair.TAG;
import static mpi.SlotPair.contains;
import static mpi.SlotPair.told;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.ContextId;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpix.CommName;
import org.braid.mpix.LocalComm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Who waits for a sender that has died is told, whether it has ever led to the slot or not. */
class SlotDeathsTest {
  private static final int PEER_FAILED = ErrorClass.PEER_FAILED.value();

  @Test
  void aReceiveWhoseLastSenderHasDiedIsTold() {
    ThreadRanks.run(2, Died.class);
  }

  /** What a launcher says of a process that was killed. */
  static final class Died extends SlotPair {
    @Override
    void receiver() {
      assertEquals(1, receive(0));
      Request waits = end.iRecv(new int[1], 1, MPI.INT, 0, TAG);
      LocalComm back = LocalComm.create();
      back.addSendSlot(LocalCommTest.name(1), 0);
      back.send(new int[1], 1, MPI.INT, 0, TAG);
      meet();
      ContextId other = new ContextId(7, 7, 1);
      World.process().context().peerFailed(other, new BraidException(ErrorCode.PEER_LOST, "Rank 1 was killed", "a test says so", "Nothing"));
      contains("Rank 1 was killed", told(PEER_FAILED, ErrorCode.MPI_PEER_FAILED, waits::waitFor));
      contains("Rank 1 was killed", told(PEER_FAILED, ErrorCode.MPI_PEER_FAILED, () -> receive(0)));
      told(PEER_FAILED, ErrorCode.MPI_PEER_FAILED, () -> back.send(new int[1], 1, MPI.INT, 0, TAG));
      told(PEER_FAILED, ErrorCode.MPI_PEER_FAILED, back::free);
      throw new Ended();
    }

    @Override
    void sender() {
      MPI.COMM_WORLD.send(receiver(end), 1, CommName.CNAME, 0, 99);
      send(1);
      meet();
      throw new Ended();
    }

    private static byte[] receiver(LocalComm end) {
      end.addReceiveSlots(1);
      return end.name().toBytes();
    }
  }

  @Test
  void aReceiveAtASlotToWhichNobodyHasLedYetIsToldOfADeath() {
    ThreadRanks.run(2, DiedBefore.class);
  }

  /** The process that has the name dies before it adds its send slot; the name was given away before there was a receive slot. */
  static final class DiedBefore implements Runnable {
    private final int[] got = new int[1];

    @Override
    public void run() {
      MPI.Init(new String[0]);
      if (MPI.COMM_WORLD.getRank() == 1) {
        byte[] box = new byte[CommName.BYTES];
        MPI.COMM_WORLD.recv(box, 1, CommName.CNAME, 0, TAG);
        MPI.COMM_WORLD.barrier();
        return;
      }
      LocalComm end = LocalComm.create();
      LocalComm later = LocalComm.create();
      MPI.COMM_WORLD.send(end.name().toBytes(), 1, CommName.CNAME, 1, TAG);
      end.addReceiveSlots(2);
      Request waits = end.iRecv(got, 1, MPI.INT, 0, TAG);
      Request any = end.iRecv(new int[1], 1, MPI.INT, MPI.ANY_SOURCE, TAG);
      MPI.COMM_WORLD.barrier();
      assertFalse(waits.test() || any.test());
      dies();
      toldOfDeath(waits::waitFor);
      toldOfDeath(any::waitFor);
      toldOfDeath(() -> end.recv(got, 1, MPI.INT, 1, TAG));
      toldOfDeath(() -> end.probe(0, TAG));
      toldOfDeath(() -> end.iProbe(0, TAG));
      end.addReceiveSlots(1);
      later.addReceiveSlots(1);
      servesOthers(end, 2); // it was added since
      servesOthers(end, 0); // somebody leads there since
      toldOfDeath(() -> later.recv(got, 1, MPI.INT, 0, TAG));
    }

    private static void dies() {
      World.process().context().peerFailed(new ContextId(7, 7, 1), new BraidException(ErrorCode.PEER_LOST, "Rank 1 was killed", "a test says so", "Nothing"));
    }

    private static void toldOfDeath(Executable call) {
      contains("Rank 1 was killed", told(PEER_FAILED, ErrorCode.MPI_PEER_FAILED, call));
    }

    private void servesOthers(LocalComm end, int slot) {
      Request waits = slot == 2 ? end.iRecv(got, 1, MPI.INT, slot, TAG) : null;
      try (LocalComm other = LocalComm.create()) {
        other.addSendSlot(end.name(), slot);
        other.send(new int[] {slot}, 1, MPI.INT, 0, TAG);
        if (waits == null) {
          end.recv(got, 1, MPI.INT, slot, TAG);
        } else {
          waits.waitFor();
        }
        assertEquals(slot, got[0]);
      }
    }
  }
}
