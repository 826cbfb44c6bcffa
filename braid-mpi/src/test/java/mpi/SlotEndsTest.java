package mpi;

import static mpi.SlotPair.TAG;
import static mpi.SlotPair.contains;
import static mpi.SlotPair.noSender;
import static mpi.SlotPair.slotGone;
import static mpi.SlotPair.told;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Objects;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import org.braid.base.ErrorCode;
import org.braid.mpix.CommName;
import org.braid.mpix.LocalComm;
import org.junit.jupiter.api.Test;

/** What ends a slot: its deletion, the end of MPI at its owner, its replacement; and who is told (generalized communicators, section 6). */
class SlotEndsTest {
  @Test
  void aReceiveSlotThatIsDeletedEndsItsReceivesAndItsSendersAndLeavesTheOthersAlone() {
    ThreadRanks.run(2, Deleted.class);
  }

  static final class Deleted extends SlotPair {
    @Override
    void receiver() {
      Request first = end.iRecv(new int[1], 1, MPI.INT, 0, TAG);
      Request second = end.iRecv(new int[1], 1, MPI.INT, 1, TAG);
      end.deleteReceiveSlot(0);
      contains("receive slot 0 was deleted", told(MPI.ERR_RANK, ErrorCode.MPI_RANK, first::waitFor));
      contains("it was deleted", told(MPI.ERR_RANK, ErrorCode.MPI_RANK, () -> receive(0)));
      contains("it was deleted", told(MPI.ERR_RANK, ErrorCode.MPI_RANK, () -> end.deleteReceiveSlot(0)));
      assertEquals(2, end.numReceiveSlots());
      assertFalse(end.hasReceiveSlot(0));
      meet();
      second.waitFor();
      meet();
    }

    @Override
    void sender() {
      meet();
      contains("its receive slot was deleted", slotGone(() -> end.sSend(new int[1], 1, MPI.INT, 0, TAG)));
      end.addSendSlot(receiver, 1);
      end.send(new int[1], 1, MPI.INT, 1, TAG);
      renew();
      contains("its receive slot was deleted", slotGone(() -> end.sSend(new int[1], 1, MPI.INT, 2, TAG)));
      end.deleteSendSlot(0);
      contains("it was deleted", told(MPI.ERR_RANK, ErrorCode.MPI_RANK, () -> send(1)));
      meet();
    }
  }

  @Test
  void aMessageToASlotThatIsNotAddedYetIsAnErrorAndOneAfterThatIsNot() {
    ThreadRanks.run(2, NotYet.class);
  }

  static final class NotYet extends SlotPair {
    @Override
    void receiver() {
      meet();
      meet();
      end.addReceiveSlots(1);
      meet();
      assertEquals(5, receive(2));
    }

    @Override
    void sender() {
      end.addSendSlot(receiver, 2);
      meet();
      contains("was not added yet", slotGone(() -> end.sSend(new int[1], 1, MPI.INT, 1, TAG)));
      contains("was not added yet", slotGone(end.iSend(new int[LONG], LONG, MPI.INT, 1, TAG)::waitFor));
      meet();
      meet();
      end.send(new int[] {5}, 1, MPI.INT, 1, TAG);
    }
  }

  @Test
  void finalizeFreesWhatIsLeftAndTellsOfItAsFreeDoes() {
    ThreadRanks.run(2, Left.class);
  }

  static final class Left implements Runnable {
    @Override
    public void run() {
      MPI.Init(new String[0]);
      LocalComm end = LocalComm.create();
      LocalComm twice = LocalComm.create();
      if (MPI.COMM_WORLD.getRank() == 0) {
        end.addReceiveSlots(1);
        twice.addReceiveSlots(1);
        MPI.COMM_WORLD.send(CommName.toBytes(end.name(), twice.name()), 2, CommName.CNAME, 1, TAG);
        noSender(() -> end.recv(new int[1], 1, MPI.INT, 0, TAG)); // the sender is in Finalize
        MPI.Finalize();
      } else {
        byte[] box = new byte[2 * CommName.BYTES];
        MPI.COMM_WORLD.recv(box, 2, CommName.CNAME, 0, TAG);
        end.addSendSlot(CommName.get(box, 0), 0);
        twice.addSendSlot(CommName.get(box, 1), 5);
        twice.send(new int[1], 1, MPI.INT, 0, TAG);
        contains("a message sent through send slot 0 was not received", slotGone(MPI::Finalize));
      }
      assertTrue(MPI.isFinalized());
      MPI.Init(new String[0]);
      MPI.Finalize();
    }
  }

  @Test
  void aSenderWhoseWordWasNotLookedAtIsKnownToWhoHasHeardOfItOtherwise() {
    System.getProperties().put(Replaced.MEETING, new CyclicBarrier(2));
    try {
      ThreadRanks.run(2, Replaced.class);
    } finally {
      Object ignored = System.getProperties().remove(Replaced.MEETING);
    }
  }

  /** Each round the last sender goes, another one comes, and the owner hears of that by no message: as over a board, which is memory that both share. */
  static final class Replaced extends WorldProgram {
    static final String MEETING = "braid.test.meeting";
    private static final int ROUNDS = 300;

    @Override
    void body() {
      LocalComm end = LocalComm.create();
      end.addReceiveSlots(1 - rank);
      byte[] box = end.name().toBytes();
      world.bcast(box, 1, CommName.CNAME, 0);
      CommName name = CommName.get(box, 0);
      int[] value = {-1};
      for (int round = 0; round < ROUNDS; round++) {
        if (rank == 1) {
          end.addSendSlot(name, 0);
          end.deleteSendSlot(2 * round);
        }
        world.barrier();
        if (rank == 1) {
          end.addSendSlot(name, 0);
        }
        meet();
        if (rank == 0) {
          Request coming = end.iRecv(value, 1, MPI.INT, 0, TAG);
          world.barrier();
          coming.waitFor();
          assertEquals(round, value[0]);
        } else {
          world.barrier();
          end.send(new int[] {round}, 1, MPI.INT, 2 * round + 1, TAG);
          end.deleteSendSlot(2 * round + 1);
        }
      }
      end.free();
    }

    /** Neither side polls. */
    private static void meet() {
      try {
        int ignored = ((CyclicBarrier) Objects.requireNonNull(System.getProperties().get(MEETING))).await();
      } catch (InterruptedException | BrokenBarrierException e) {
        throw new AssertionError(e);
      }
    }
  }
}
