package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.braid.mpix.LargeCount;
import org.braid.mpix.large.LargePersistentMessages;
import org.junit.jupiter.api.Test;

/** Persistent messages with counts of type long, and the other forms of messages that have such counts. */
class LargePersistentMessagesTest {
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final long BYTES = (1L << 31) + 8;

  @Test
  void eachPersistentSendBringsWhatItsMemoryHoldsWhenItIsStarted() {
    ThreadRanks.run(2, EachKind.class);
  }

  static final class EachKind extends LargeCountTest.Pair {
    @Override
    void body(Intracomm world, MemorySegment large, Arena arena) {
      MemorySegment memory = arena.allocate(8, 4);
      if (rank == 0) {
        MPI.attachBuffer(new byte[1000]);
        Prequest[] sends = {
          LargePersistentMessages.sendInit(world, memory, 2L, MPI.INT, 1, 1),
          LargePersistentMessages.rSendInit(world, memory, 2L, MPI.INT, 1, 2),
          LargePersistentMessages.sSendInit(world, memory, 2L, MPI.INT, 1, 3),
          LargePersistentMessages.bSendInit(world, memory, 2L, MPI.INT, 1, 4)
        };
        for (int round = 0; round < 3; round++) {
          world.barrier(); // the receives are posted
          for (Prequest send : sends) {
            memory.set(INT, 4, 10 * round);
            send.start();
            send.waitFor();
          }
        }
        free(sends);
        MPI.detachBuffer();
      } else {
        Prequest[] receives = new Prequest[4];
        MemorySegment[] rooms = new MemorySegment[4];
        for (int i = 0; i < 4; i++) {
          rooms[i] = arena.allocate(12, 4);
          receives[i] = LargePersistentMessages.recvInit(world, rooms[i], 3L, MPI.INT, 0, i + 1);
        }
        for (int round = 0; round < 3; round++) {
          Prequest.startAll(receives);
          world.barrier();
          for (int i = 0; i < 4; i++) {
            assertEquals(2, LargeCount.getCount(receives[i].waitStatus(), MPI.INT));
            assertEquals(10 * round, rooms[i].get(INT, 4));
          }
        }
        free(receives);
      }
    }

    private static void free(Prequest[] requests) {
      for (Prequest request : requests) {
        request.free();
      }
    }
  }

  @Test
  void aPersistentMessageOfMoreThanAnIntCountsIsOneMessageEachTime() {
    ThreadRanks.run(2, TooLong.class);
  }

  static final class TooLong extends LargeCountTest.Pair {
    @Override
    void body(Intracomm world, MemorySegment large, Arena arena) {
      if (rank == 0) {
        Prequest send = LargePersistentMessages.sendInit(world, large, BYTES, MPI.BYTE, 1, 1);
        for (int round = 0; round < 2; round++) {
          large.set(INT, 0, 40 + round);
          send.start();
          LargeCount.send(world, large, 1, MPI.INT, 1, 2);
          send.waitFor();
        }
        send.free();
      } else {
        MemorySegment small = arena.allocate(100, 4);
        Prequest receive = LargePersistentMessages.recvInit(world, small, 100, MPI.BYTE, 0, 1);
        for (int round = 0; round < 2; round++) {
          assertEquals(BYTES, LargeCount.getElements(world.probe(0, 1), MPI.BYTE));
          receive.start();
          refused(ErrorClasses.ERR_TRUNCATE, receive::waitFor);
          assertEquals(40 + round, small.get(INT, 0));
          LargeCount.recv(world, small, 1, MPI.INT, 0, 2);
        }
        receive.free();
      }
    }
  }

  @Test
  void elementsWithGapsAndRoomForMoreThanAnIntCounts() {
    ThreadRanks.run(2, Gaps.class);
  }

  static final class Gaps extends LargeCountTest.Pair {
    @Override
    void body(Intracomm world, MemorySegment large, Arena arena) {
      Datatype gaps = Datatype.createResized(MPI.BYTE, 0, 16);
      gaps.commit();
      Datatype same = Datatype.createResized(MPI.BYTE, 0, 0);
      same.commit();
      if (rank == 0) {
        large.set(ValueLayout.JAVA_BYTE, 32, (byte) 9);
        Prequest send = LargePersistentMessages.sendInit(world, large, 3, gaps, 1, 1);
        send.start();
        send.waitFor();
        send.free();
      } else {
        Prequest receive = LargePersistentMessages.recvInit(world, large, BYTES, same, 0, 1); // the same byte again and again
        receive.start();
        assertEquals(3, LargeCount.getCount(receive.waitStatus(), MPI.BYTE));
        assertEquals(9, large.get(ValueLayout.JAVA_BYTE, 0));
        receive.free();
      }
    }
  }

  @Test
  void bothWaysAtOnceAlsoWhereOneMemoryServesForBoth() {
    ThreadRanks.run(2, BothAtOnce.class);
  }

  static final class BothAtOnce extends LargeCountTest.Pair {
    @Override
    void body(Intracomm world, MemorySegment large, Arena arena) {
      int other = 1 - rank;
      MemorySegment mine = arena.allocate(4, 4);
      mine.set(INT, 0, 5 + rank);
      Status status = LargeCount.sendRecv(world, mine, 1, MPI.INT, other, 1, large, BYTES / 4, MPI.INT, other, 1);
      assertEquals(1, LargeCount.getCount(status, MPI.INT));
      assertEquals(5 + other, large.get(INT, 0));
      LargeCount.iSendRecv(world, large, 1, MPI.INT, other, 2, large, 1, MPI.INT, other, 2).waitFor(); // of a copy
      assertEquals(5 + rank, large.get(INT, 0));
      LargeCount.sendRecvReplace(world, mine, 1, MPI.INT, other, 3, other, 3);
      assertEquals(5 + other, mine.get(INT, 0));
      LargeCount.iSendRecvReplace(world, mine, 1, MPI.INT, other, 4, other, 4).waitFor();
      assertEquals(5 + rank, mine.get(INT, 0));
    }
  }

  @Test
  void theOtherFormsOfMessagesArrive() {
    ThreadRanks.run(2, OtherForms.class);
  }

  static final class OtherForms extends LargeCountTest.Pair {
    @Override
    void body(Intracomm world, MemorySegment large, Arena arena) {
      MemorySegment one = arena.allocate(4, 4);
      if (rank == 0) {
        MPI.attachBuffer(new byte[1000]);
        world.barrier();
        LargeCount.rSend(world, large, 1, MPI.INT, 1, 1);
        LargeCount.bSend(world, large, 1, MPI.INT, 1, 2);
        LargeCount.irSend(world, large, 1, MPI.INT, 1, 3).waitFor();
        LargeCount.isSend(world, large, 1, MPI.INT, 1, 4).waitFor();
        refused(ErrorClasses.ERR_BUFFER, () -> LargeCount.bSend(world, large, BYTES, MPI.BYTE, 1, 1));
        MPI.detachBuffer();
      } else {
        Request[] posted = {LargeCount.iRecv(world, one, 1, MPI.INT, 0, 1), LargeCount.iRecv(world, arena.allocate(4, 4), 1, MPI.INT, 0, 3)};
        world.barrier();
        Request.waitAll(posted);
        Message found = new Message();
        found.mProbe(0, 2, world);
        assertEquals(1, LargeCount.getCount(LargeCount.mRecv(found, large, BYTES / 4, MPI.INT), MPI.INT));
        refused(ErrorClasses.ERR_REQUEST, () -> LargeCount.mRecv(found, large, 1, MPI.INT));
        found.mProbe(0, 4, world);
        assertEquals(1, LargeCount.getCount(LargeCount.imRecv(found, large, BYTES / 4, MPI.INT).waitStatus(), MPI.INT));
      }
    }
  }

  @Test
  void partsOfAPartitionedMessageLieFurtherApartThanAnIntCounts() {
    ThreadRanks.run(2, Parts.class);
  }

  /** Of elements with gaps at one end, which nobody packs. */
  static final class Parts extends LargeCountTest.Pair {
    @Override
    void body(Intracomm world, MemorySegment large, Arena arena) {
      Datatype far = Datatype.createResized(MPI.INT, 0, 1 << 30);
      far.commit();
      MemorySegment dense = arena.allocate(12, 4);
      if (rank == 0) {
        Prequest send = LargePersistentMessages.psendInit(world, large, 3, 1, far, 1, 1, MPI.INFO_NULL);
        for (int round = 0; round < 2; round++) {
          send.start();
          for (int part = 2; part >= 0; part--) {
            large.set(INT, (long) part << 30, 10 * round + part);
            send.pready(part);
          }
          send.waitFor();
        }
        send.free();
      } else {
        Prequest receive = LargePersistentMessages.precvInit(world, dense, 1, 3, MPI.INT, 0, 1, MPI.INFO_NULL);
        for (int round = 0; round < 2; round++) {
          receive.start();
          assertEquals(3, LargeCount.getCount(receive.waitStatus(), MPI.INT));
          assertEquals(10 * round + 2, dense.get(INT, 8));
        }
        receive.free();
      }
      refused(ErrorClasses.ERR_COUNT, () -> LargePersistentMessages.psendInit(world, large, 2, Long.MAX_VALUE, MPI.INT, 0, 1, MPI.INFO_NULL));
      refused(ErrorClasses.ERR_BUFFER, () -> LargePersistentMessages.precvInit(world, large, 2, BYTES, MPI.BYTE, 0, 1, MPI.INFO_NULL));
    }
  }

  @Test
  void aBufferMayBeAttachedThatHoldsMoreThanAnIntCounts() {
    ThreadRanks.run(2, Buffered.class);
  }

  static final class Buffered extends LargeCountTest.Pair {
    @Override
    void body(Intracomm world, MemorySegment large, Arena arena) {
      if (rank == 0) {
        LargeCount.attachBuffer(SparseMemory.of(BYTES + 1000, arena));
        LargeCount.bSend(world, large, 1, MPI.INT, 1, 1);
        refused(ErrorClasses.ERR_BUFFER, () -> LargeCount.attachBuffer(large));
        refused(ErrorClasses.ERR_BUFFER, () -> LargeCount.bSend(world, SparseMemory.of(2 * BYTES, arena), 2 * BYTES, MPI.BYTE, 1, 1));
        MPI.detachBuffer();
      } else {
        assertEquals(1, LargeCount.getCount(LargeCount.recv(world, large, BYTES / 4, MPI.INT, 0, 1), MPI.INT));
      }
    }
  }

  @Test
  void mistakesAreToldWhenTheRequestIsMadeOrStarted() {
    ThreadRanks.run(1, Mistakes.class);
  }

  @SuppressWarnings("NullAway") // nulls are mistakes that are made here
  static final class Mistakes extends LargeCountTest.Pair {
    @Override
    void body(Intracomm world, MemorySegment large, Arena arena) {
      Datatype gaps = Datatype.createResized(MPI.INT, 0, 16);
      refused(ErrorClasses.ERR_TYPE, () -> LargePersistentMessages.sendInit(world, large, 1, gaps, 0, 1));
      gaps.commit();
      refused(ErrorClasses.ERR_COMM, () -> LargePersistentMessages.sendInit(null, large, 1, MPI.INT, 0, 1));
      refused(ErrorClasses.ERR_BUFFER, () -> LargePersistentMessages.sendInit(world, null, 0, MPI.INT, 0, 1));
      refused(ErrorClasses.ERR_TYPE, () -> LargePersistentMessages.sendInit(world, large, 1, null, 0, 1));
      refused(ErrorClasses.ERR_COUNT, () -> LargePersistentMessages.sSendInit(world, large, -1, MPI.BYTE, 0, 1));
      refused(ErrorClasses.ERR_BUFFER, () -> LargePersistentMessages.rSendInit(world, large, BYTES + 1, MPI.BYTE, 0, 1));
      refused(ErrorClasses.ERR_BUFFER, () -> LargePersistentMessages.bSendInit(world, large, Long.MAX_VALUE, gaps, 0, 1));
      refused(ErrorClasses.ERR_BUFFER, () -> LargePersistentMessages.recvInit(world, large, Long.MAX_VALUE, MPI.LONG, 0, 1));
      refused(ErrorClasses.ERR_BUFFER, () -> LargePersistentMessages.recvInit(world, large.asReadOnly(), BYTES, MPI.BYTE, 0, 1));
      refused(ErrorClasses.ERR_TYPE, () -> LargePersistentMessages.recvInit(world, large, 1, MPI.OBJECT, 0, 1));
      refused(ErrorClasses.ERR_RANK, () -> LargePersistentMessages.sendInit(world, large, 1, MPI.INT, 1, 1));
      gaps.free();
      refused(ErrorClasses.ERR_TYPE, () -> LargePersistentMessages.sendInit(world, large, 1, gaps, 0, 1));
      Prequest ofClosed;
      try (Arena brief = Arena.ofShared()) {
        ofClosed = LargePersistentMessages.sendInit(world, brief.allocate(8), 1, MPI.INT, 0, 1);
      }
      refused(ErrorClasses.ERR_BUFFER, ofClosed::start);
      ofClosed.free();
      refused(ErrorClasses.ERR_REQUEST, ofClosed::start);
      refused(ErrorClasses.ERR_REQUEST, () -> LargeCount.mRecv(null, large, 1, MPI.INT));
    }
  }
}
