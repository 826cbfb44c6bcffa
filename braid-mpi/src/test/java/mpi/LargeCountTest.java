package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.braid.mpix.LargeCount;
import org.braid.mpix.Receive;
import org.junit.jupiter.api.Test;

/** Counts beyond an int, in memory of which next to nothing is touched: a file that has no blocks. */
class LargeCountTest {
  private static final long BYTES = (1L << 31) + 8;

  abstract static class Pair implements Runnable {
    int rank;

    @Override
    public final void run() {
      MPI.Init(new String[0]);
      rank = MPI.COMM_WORLD.getRank();
      try (Arena arena = Arena.ofShared()) {
        body(MPI.COMM_WORLD, SparseMemory.of(BYTES, arena), arena);
        MPI.COMM_WORLD.barrier();
      }
      MPI.Finalize();
    }

    abstract void body(Intracomm world, MemorySegment large, Arena arena);

    static void refused(int errorClass, Runnable call) {
      MPIException e = assertThrows(MPIException.class, call::run);
      assertEquals(errorClass, e.getErrorClass(), e.getMessage());
    }
  }

  @Test
  void whatNoArrayCanHoldIsTruncatedAndItsSenderGoesOn() {
    ThreadRanks.run(2, NoArray.class);
  }

  static final class NoArray extends Pair {
    @Override
    void body(Intracomm world, MemorySegment large, Arena arena) {
      for (long bytes : new long[] {BYTES, Integer.MAX_VALUE}) { // more than an int counts; more than an array has
        if (rank == 0) {
          LargeCount.send(world, large, bytes, MPI.BYTE, 1, 1);
          world.send(new int[] {7}, 1, MPI.INT, 1, 1);
        } else {
          refused(ErrorClasses.ERR_TRUNCATE, () -> Receive.bytes(world, 0, 1));
          assertEquals(7, Receive.ints(world, 0, 1).data()[0]);
        }
      }
    }
  }

  @Test
  void aMessageOfMoreThanAnIntIsProbedCountedAndTruncatedAsOne() {
    ThreadRanks.run(2, TooLong.class);
  }

  static final class TooLong extends Pair {
    @Override
    void body(Intracomm world, MemorySegment large, Arena arena) {
      if (rank == 0) {
        large.set(ValueLayout.JAVA_INT, 0, 42);
        Request sent = LargeCount.iSend(world, large, BYTES, MPI.BYTE, 1, 1);
        LargeCount.send(world, large, 1, MPI.INT, 1, 2);
        sent.waitFor();
      } else {
        Status status = world.probe(0, 1);
        assertEquals(BYTES, LargeCount.getCount(status, MPI.BYTE));
        assertEquals(BYTES, status.getElementsX(MPI.BYTE).getCount());
        assertEquals(BYTES / 8, status.getCount(MPI.LONG));
        assertEquals(MPI.UNDEFINED, status.getCount(MPI.BYTE));
        assertEquals(MPI.UNDEFINED, status.countInBytes);
        MemorySegment small = arena.allocate(100);
        refused(ErrorClasses.ERR_TRUNCATE, () -> LargeCount.recv(world, small, 100, MPI.BYTE, 0, 1));
        assertEquals(42, small.get(ValueLayout.JAVA_INT_UNALIGNED, 0));
        Status next = LargeCount.recv(world, small, 2, MPI.INT, 0, 2); // nothing of the long one is left
        assertEquals(1, LargeCount.getCount(next, MPI.INT));
      }
    }
  }

  @Test
  void aReceiveMayHaveRoomForMoreThanAnInt() {
    ThreadRanks.run(2, Room.class);
  }

  static final class Room extends Pair {
    @Override
    void body(Intracomm world, MemorySegment large, Arena arena) {
      int[] numbers = new int[50_000];
      numbers[numbers.length - 1] = 7;
      if (rank == 0) {
        world.send(numbers, numbers.length, MPI.INT, 1, 1);
        LargeCount.sSend(world, MemorySegment.ofArray(numbers).asSlice(4L * (numbers.length - 2)), 2, MPI.INT, 1, 2);
      } else {
        Request started = LargeCount.iRecv(world, large, BYTES / 4, MPI.INT, MPI.ANY_SOURCE, 1);
        Status status = started.waitStatus();
        assertEquals(numbers.length, LargeCount.getCount(status, MPI.INT));
        assertEquals(7, large.getAtIndex(ValueLayout.JAVA_INT, numbers.length - 1));
        Datatype pair = Datatype.createContiguous(2, MPI.INT);
        pair.commit();
        assertEquals(1, LargeCount.getCount(LargeCount.recv(world, large, BYTES / 8, pair, 0, 2), pair));
        assertEquals(7, large.getAtIndex(ValueLayout.JAVA_INT, 1));
      }
    }
  }

  @Test
  void elementsWithGapsTravelAndMistakesAreTold() {
    ThreadRanks.run(2, Mistakes.class);
  }

  static final class Mistakes extends Pair {
    @Override
    void body(Intracomm world, MemorySegment large, Arena arena) {
      Datatype gaps = Datatype.createResized(MPI.INT, 0, 16);
      gaps.commit();
      if (rank == 0) {
        large.set(ValueLayout.JAVA_INT, 16, 9);
        LargeCount.send(world, large, 3, gaps, 1, 1);
      } else {
        MemorySegment dense = arena.allocate(12, 4);
        assertEquals(3, LargeCount.getCount(LargeCount.recv(world, dense, 3, MPI.INT, 0, 1), MPI.INT));
        assertEquals(9, dense.get(ValueLayout.JAVA_INT, 4));
      }
      refused(ErrorClasses.ERR_COUNT, () -> LargeCount.send(world, large, -1, MPI.BYTE, 0, 1));
      refused(ErrorClasses.ERR_BUFFER, () -> LargeCount.send(world, large, 1L << 31, gaps, 0, 1));
      refused(ErrorClasses.ERR_BUFFER, () -> LargeCount.send(world, large, Long.MAX_VALUE, gaps, 0, 1));
      refused(ErrorClasses.ERR_BUFFER, () -> LargeCount.recv(world, large, Long.MAX_VALUE / 8, gaps, 0, 1));
      refused(ErrorClasses.ERR_BUFFER, () -> LargeCount.send(world, large, BYTES + 1, MPI.BYTE, 0, 1));
      refused(ErrorClasses.ERR_BUFFER, () -> LargeCount.send(world, large, Long.MAX_VALUE, MPI.LONG, 0, 1));
      refused(ErrorClasses.ERR_BUFFER, () -> LargeCount.recv(world, large.asReadOnly(), BYTES, MPI.BYTE, 0, 1));
      refused(ErrorClasses.ERR_RANK, () -> LargeCount.send(world, large, 1, MPI.BYTE, 2, 1));
    }
  }

  @Test
  void moreElementsWithGapsThanAnIntCountsAreOneMessage() {
    ThreadRanks.run(2, ManyWithGaps.class);
  }

  /** The same byte again and again: elements whose extent is 0 need no memory, however many. */
  static final class ManyWithGaps extends Pair {
    private static final long COUNT = (1L << 31) + 5;

    @Override
    void body(Intracomm world, MemorySegment large, Arena arena) {
      Datatype same = Datatype.createResized(MPI.BYTE, 0, 0);
      same.commit();
      MemorySegment small = arena.allocate(100);
      if (rank == 0) {
        Request sent = LargeCount.iSend(world, large, COUNT, same, 1, 1);
        LargeCount.send(world, large, 1, MPI.INT, 1, 2);
        sent.waitFor();
      } else {
        assertEquals(COUNT, LargeCount.getCount(world.probe(0, 1), MPI.BYTE));
        refused(ErrorClasses.ERR_TRUNCATE, () -> LargeCount.recv(world, small, 100, MPI.BYTE, 0, 1));
        assertEquals(1, LargeCount.getCount(LargeCount.recv(world, small, 2, MPI.INT, 0, 2), MPI.INT));
      }
    }
  }
}
