package mpi;

import static mpi.SlotPair.contains;
import static mpi.SlotPair.noSender;
import static mpi.SlotPair.slotGone;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.braid.mpix.CommName;
import org.braid.mpix.LocalComm;
import org.junit.jupiter.api.Test;

/** Send slots are counted where they lead (generalized communicators, section 6): no message is lost without its sender being told, and nobody waits where nobody sends any more. */
class SlotCountsTest {
  @Test
  void aReceiveWhoseLastSenderHasFreedIsToldAfterAllMessagesAreReceived() {
    ThreadRanks.run(2, LastSender.class);
  }

  static final class LastSender extends SlotPair {
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

  static final class Waiting extends SlotPair {
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

  static final class Several extends SlotPair {
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

  static final class Unreceived extends SlotPair {
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

  static final class LongAfterItsSlot extends SlotPair {
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
  static final class EachIsToldOnce extends SlotPair {
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
}
