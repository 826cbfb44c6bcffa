package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Objects;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.ContextId;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpix.CommName;
import org.braid.mpix.LocalComm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/**
 * Send slots are counted where they lead (generalized communicators, section 6): no message is lost without its sender being told, and nobody waits where nobody sends any more.
 *
 * <p>In all of them rank 0 has the receive slots, two of them, and rank 1 has a send slot that leads to the first one.
 */
class SlotCountsTest {
  private static final int TAG = 3;
  private static final int LONG = 500_000;
  private static final int PEER_FAILED = ErrorClass.PEER_FAILED.value();

  /** A program of two ranks. */
  abstract static class Pair implements Runnable {
    LocalComm end = started();
    CommName receiver = end.name();

    @Override
    public final void run() {
      try {
        talk();
      } catch (Ended died) {
        return;
      }
      end.close();
      MPI.COMM_WORLD.barrier();
      assertEquals(0, World.completions().liveRequests());
      MPI.Finalize();
    }

    private void talk() {
      end.addReceiveSlots(2);
      if (MPI.COMM_WORLD.getRank() == 0) {
        MPI.COMM_WORLD.send(end.name().toBytes(), 1, CommName.CNAME, 1, 99);
        receiver();
      } else {
        end = LocalComm.create();
        receiver = LocalCommTest.name(0);
        end.addSendSlot(receiver, 0);
        sender();
      }
    }

    private static LocalComm started() {
      MPI.Init(new String[0]);
      return LocalComm.create();
    }

    abstract void receiver();

    abstract void sender();

    static void meet() {
      MPI.COMM_WORLD.barrier();
    }

    int receive(int source) {
      int[] got = new int[1];
      end.recv(got, 1, MPI.INT, source, TAG);
      return got[0];
    }

    void send(int value) {
      end.send(new int[] {value}, 1, MPI.INT, 0, TAG);
    }

    void renew() {
      end.addSendSlot(receiver, 0);
    }
  }

  static String told(int errorClass, ErrorCode code, Executable call) {
    MPIException thrown = assertThrows(MPIException.class, call);
    String message = String.valueOf(thrown.getMessage());
    assertEquals(errorClass, thrown.getErrorClass(), message);
    assertTrue(message.contains(code.id()), message);
    return message;
  }

  static String noSender(Executable call) {
    return told(MPI.ERR_OTHER, ErrorCode.MPI_NO_SENDER, call);
  }

  static String slotGone(Executable call) {
    return told(MPI.ERR_COMM, ErrorCode.MPI_SLOT_GONE, call);
  }

  static void contains(String part, String message) {
    assertTrue(message.contains(part), message);
  }

  @Test
  void aReceiveWhoseLastSenderHasFreedIsToldAfterAllMessagesAreReceived() {
    ThreadRanks.run(2, LastSender.class);
  }

  static final class LastSender extends Pair {
    @Override
    void receiver() {
      assertEquals(1, receive(0));
      assertEquals(2, receive(MPI.ANY_SOURCE));
      noSender(() -> receive(0)); // posted before the sender has gone, or after: both happen
      noSender(() -> receive(0));
      noSender(() -> end.probe(0, MPI.ANY_TAG));
      noSender(() -> end.iProbe(0, TAG));
      noSender(() -> new Message().mProbe(0, TAG, end));
      noSender(() -> new Message().imProbe(0, TAG, end));
      noSender(end.iRecv(new int[1], 1, MPI.INT, 0, TAG)::waitFor);
      noSender(end.iRecv(new int[1], 1, MPI.INT, 0, TAG)::test);
      Request any = end.iRecv(new int[1], 1, MPI.INT, MPI.ANY_SOURCE, TAG);
      assertFalse(any.test(), "nobody has led to slot 1 yet");
      any.cancel();
      any.waitFor();
      end.deleteReceiveSlot(1);
      noSender(() -> receive(MPI.ANY_SOURCE));
    }

    @Override
    void sender() {
      send(1);
      send(2);
      end.free();
    }
  }

  @Test
  void whoWaitsIsToldWhenTheLastSlotIsDeletedAndOneThatIsAddedLaterMakesItUsableAgain() {
    ThreadRanks.run(2, Waiting.class);
  }

  static final class Waiting extends Pair {
    @Override
    void receiver() {
      Request[] waiting = {end.iRecv(new int[1], 1, MPI.INT, 0, TAG), end.iRecv(new int[1], 1, MPI.INT, 0, MPI.ANY_TAG), end.iRecv(new int[LONG], LONG, MPI.INT, 0, TAG)};
      Request other = end.iRecv(new int[1], 1, MPI.INT, 1, TAG);
      meet();
      noSender(() -> receive(0));
      for (Request each : waiting) {
        noSender(each::waitFor);
      }
      meet();
      meet();
      assertEquals(7, receive(0));
      assertFalse(other.test());
      other.cancel();
      other.waitFor();
    }

    @Override
    void sender() {
      meet();
      end.deleteSendSlot(0);
      meet();
      renew();
      meet();
      end.send(new int[] {7}, 1, MPI.INT, 1, TAG);
    }
  }

  @Test
  void ofSeveralSendersTheLastOneCounts() {
    ThreadRanks.run(2, Several.class);
  }

  static final class Several extends Pair {
    @Override
    void receiver() {
      meet();
      LocalComm own = LocalComm.create();
      own.addSendSlot(end.name(), 0);
      own.send(new int[] {3}, 1, MPI.INT, 0, TAG);
      assertEquals(3, receive(0));
      own.deleteSendSlot(0);
      own.free();
      Request waits = end.iRecv(new int[1], 1, MPI.INT, 0, TAG);
      assertFalse(waits.test());
      meet();
      meet();
      assertFalse(waits.test());
      meet();
      noSender(waits::waitFor);
    }

    @Override
    void sender() {
      renew();
      meet();
      meet();
      end.deleteSendSlot(1);
      meet();
      meet();
      end.deleteSendSlot(0);
    }
  }

  @Test
  void sendsThatWaitForTheirReceiveFailWhenTheReceiverFrees() {
    ThreadRanks.run(2, Unreceived.class);
  }

  static final class Unreceived extends Pair {
    @Override
    void receiver() {
      assertEquals(0, end.probe(0, TAG).getSource());
      meet();
      end.free();
    }

    @Override
    void sender() {
      Request[] pending = {
        end.isSend(new int[1], 1, MPI.INT, 0, TAG), end.iSend(new int[LONG], LONG, MPI.INT, 0, TAG), end.isSend(new int[LONG], LONG, MPI.INT, 0, TAG), end.isSend(new int[1], 0, MPI.INT, 0, TAG)
      };
      meet();
      for (Request each : pending) {
        contains("the local communicator of its receive slot was freed", slotGone(each::waitFor));
      }
      slotGone(() -> send(1));
      slotGone(() -> end.sSend(new int[1], 1, MPI.INT, 0, TAG));
      slotGone(() -> end.iSend(new int[LONG], LONG, MPI.INT, 0, TAG));
      end.free(); // nobody is told twice
    }
  }

  @Test
  void aLongSendWhoseSlotIsDeletedBeforeTheReceiverDropsItIsToldByItsRequest() {
    ThreadRanks.run(2, LongAfterItsSlot.class);
  }

  static final class LongAfterItsSlot extends Pair {
    @Override
    void receiver() {
      assertEquals(0, end.probe(0, TAG).getSource());
      meet(); // the message is there
      meet(); // its send slot is not any more
      end.free();
    }

    @Override
    void sender() {
      Request pending = end.iSend(new int[LONG], LONG, MPI.INT, 0, TAG);
      meet();
      end.deleteSendSlot(0);
      meet();
      MPIException thrown = assertThrows(MPIException.class, pending::waitFor);
      contains("a message was not received: its receive slot was deleted", String.valueOf(thrown.getMessage()));
    }
  }

  @Test
  void aMessageThatNobodyReceivesIsAnErrorAtItsSenderOnceAndOneThatIsReceivedIsNone() {
    ThreadRanks.run(2, EachIsToldOnce.class);
  }

  /** All numbers of messages up to three, all numbers of them that are received, and each way in which the sender can learn of the others. */
  static final class EachIsToldOnce extends Pair {
    private static final int WAYS = 3;

    @Override
    void receiver() {
      cases((sent, received, way) -> {
        LocalComm here = LocalComm.create();
        here.addReceiveSlots(1);
        MPI.COMM_WORLD.send(here.name().toBytes(), 1, CommName.CNAME, 1, 99);
        for (int i = 0; i < received; i++) {
          here.recv(new int[1], 1, MPI.INT, 0, TAG);
        }
        if (way == 2) {
          here.deleteReceiveSlot(0); // perhaps before the rest comes, perhaps after
        }
        here.free();
        meet();
      });
    }

    @Override
    void sender() {
      cases((sent, received, way) -> {
        LocalComm here = LocalComm.create();
        here.addSendSlot(LocalCommTest.name(0), 0);
        int told = 0;
        for (int i = 0; i < sent; i++) {
          try {
            here.send(new int[1], 1, MPI.INT, 0, TAG);
          } catch (MPIException gone) {
            assertEquals(MPI.ERR_COMM, gone.getErrorClass(), gone.getMessage());
            told++;
          }
        }
        String what = sent + " sent, " + received + " received, way " + way;
        if (way == 0) {
          meet();
          told += tells(() -> here.send(new int[1], 1, MPI.INT, 0, TAG)); // may be the first to come there
          told += tells(here::free);
          assertTrue(told > 0, what);
        } else {
          meet();
          told += tells(way == 1 ? here::free : () -> here.deleteSendSlot(0));
          assertEquals(sent > received, told > 0, what);
          here.close();
        }
      });
    }

    private static int tells(Runnable call) {
      try {
        call.run();
        return 0;
      } catch (MPIException gone) {
        assertEquals(MPI.ERR_COMM, gone.getErrorClass(), gone.getMessage());
        return 1;
      }
    }

    private interface Case {
      void run(int sent, int received, int way);
    }

    private static void cases(Case each) {
      for (int sent = 0; sent <= 3; sent++) {
        for (int received = 0; received <= sent; received++) {
          for (int way = 0; way < WAYS; way++) {
            each.run(sent, received, way);
          }
        }
      }
    }
  }

  @Test
  void aReceiveSlotThatIsDeletedEndsItsReceivesAndItsSendersAndLeavesTheOthersAlone() {
    ThreadRanks.run(2, Deleted.class);
  }

  static final class Deleted extends Pair {
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

  static final class NotYet extends Pair {
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
  void aReceiveWhoseLastSenderHasDiedIsTold() {
    ThreadRanks.run(2, Died.class);
  }

  /** What a launcher says of a process that was killed. */
  static final class Died extends Pair {
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

  private static final class Ended extends RuntimeException {
    private static final long serialVersionUID = 1;
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
