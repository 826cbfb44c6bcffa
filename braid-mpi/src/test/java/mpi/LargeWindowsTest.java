package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import org.braid.mpix.large.LargeWindows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Windows with sizes, counts and displacements of type long, by each way that carries accesses. */
@Execution(CONCURRENT)
@ResourceLock("gigabytes")
class LargeWindowsTest {
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
  private static final long FAR = (1L << 31) + 16; // bytes

  abstract static class Ranks extends BothWays {
    final Arena arena = Arena.ofAuto();

    static MemorySegment of(long... values) {
      return MemorySegment.ofArray(values);
    }

    static void refused(int errorClass, Runnable call) {
      MPIException e = assertThrows(MPIException.class, call::run);
      assertEquals(errorClass, e.getErrorClass(), e.getMessage());
    }
  }

  @Test
  void eachAccessReachesWhatLiesFurtherThanAnIntCounts() {
    ThreadRanks.run(2, FarAway.class);
  }

  static final class FarAway extends Ranks {
    @Override
    void body() {
      MemorySegment memory = SparseMemory.of(FAR, arena);
      Win bytes = LargeWindows.create(memory, FAR, 1, info, MPI.COMM_WORLD);
      assertEquals(FAR, bytes.getAttr(MPI.WIN_SIZE));
      assertEquals(1, bytes.getAttr(MPI.WIN_DISP_UNIT));
      accesses(bytes, memory, FAR - 8);
      bytes.free();
      memory.set(LONG, FAR - 16, 0);
      Win words = LargeWindows.create(memory, FAR, 8, info, MPI.COMM_WORLD);
      accesses(words, memory.asSlice(0, FAR - 8), FAR / 8 - 2);
      words.free();
    }

    /** At the end of this memory, which has that displacement. */
    private void accesses(Win win, MemorySegment memory, long disp) {
      long at = memory.byteSize() - 8;
      int other = 1 - rank;
      MemorySegment got = of(-1);
      win.fence(0);
      LargeWindows.put(win, of(10 + rank), 1, MPI.LONG, other, disp, 1, MPI.LONG);
      win.fence(0);
      assertEquals(10 + other, memory.get(LONG, at));
      LargeWindows.get(win, got, 1, MPI.LONG, other, disp, 1, MPI.LONG);
      win.fence(0);
      assertEquals(10 + rank, got.get(LONG, 0));
      LargeWindows.accumulate(win, of(100), 1, MPI.LONG, other, disp, 1, MPI.LONG, MPI.SUM);
      win.fence(0);
      LargeWindows.getAccumulate(win, of(100), 1, MPI.LONG, got, 1, MPI.LONG, other, disp, 1, MPI.LONG, MPI.SUM);
      win.fence(0);
      assertEquals(110 + rank, got.get(LONG, 0));
      LargeWindows.fetchAndOp(win, of(100), got, MPI.LONG, other, disp, MPI.SUM);
      win.fence(0);
      assertEquals(210 + rank, got.get(LONG, 0));
      LargeWindows.compareAndSwap(win, of(7), of(310 + rank), got, MPI.LONG, other, disp);
      win.fence(0);
      assertEquals(310 + rank, got.get(LONG, 0));
      assertEquals(7, memory.get(LONG, at));
      win.fence(0); // the others may change it now
      requested(win, other, disp, got);
    }

    private void requested(Win win, int other, long disp, MemorySegment got) {
      LargeWindows.rPut(win, of(20 + rank), 1, MPI.LONG, other, disp, 1, MPI.LONG).waitFor();
      LargeWindows.rAccumulate(win, of(5), 1, MPI.LONG, other, disp, 1, MPI.LONG, MPI.SUM).waitFor();
      LargeWindows.rGetAccumulate(win, of(5), 1, MPI.LONG, got, 1, MPI.LONG, other, disp, 1, MPI.LONG, MPI.SUM).waitFor();
      assertEquals(25 + rank, got.get(LONG, 0));
      LargeWindows.rGet(win, got, 1, MPI.LONG, other, disp, 1, MPI.LONG).waitFor();
      assertEquals(30 + rank, got.get(LONG, 0));
      LargeWindows.put(win, got, 1, MPI.LONG, MPI.PROC_NULL, disp, 1, MPI.LONG);
      assertTrue(LargeWindows.rPut(win, got, 1, MPI.LONG, MPI.PROC_NULL, disp, 1, MPI.LONG).test());
      win.fence(0);
    }
  }

  @Test
  void oneAccessMovesMoreBytesThanAnIntCountsAlsoToThisRankItself() {
    ThreadRanks.run(2, LongPut.class);
  }

  /** Onto elements that all lie in one place, so that little memory is written. */
  static final class LongPut extends Ranks {
    private static final int BLOCK = 1 << 20;
    private static final long BLOCKS = (1L << 11) + 1;

    @Override
    void body() {
      Datatype same = Datatype.createResized(Datatype.createContiguous(BLOCK, MPI.BYTE), 0, 0);
      same.commit();
      MemorySegment memory = arena.allocate(BLOCK);
      Win win = LargeWindows.create(memory, BLOCK, 1, info, MPI.COMM_WORLD);
      win.fence(0);
      if (rank == 0) {
        MemorySegment large = SparseMemory.of(BLOCKS * BLOCK, arena);
        large.set(LONG, BLOCKS * BLOCK - 8, 42);
        for (int target = 0; target < 2; target++) {
          LargeWindows.rPut(win, large, BLOCKS * BLOCK, MPI.BYTE, target, 0, BLOCKS, same).waitFor();
        }
      }
      win.fence(0);
      assertEquals(42, memory.get(LONG, BLOCK - 8));
      win.free();
      same.free();
    }
  }

  @Test
  void elementsWithGapsLieFurtherApartThanAnIntCountsAtBothSides() {
    ThreadRanks.run(2, Gaps.class);
  }

  static final class Gaps extends Ranks {
    @Override
    void body() {
      MemorySegment memory = SparseMemory.of(2 * FAR, arena);
      MemorySegment mine = SparseMemory.of(2 * FAR, arena);
      Datatype far = Datatype.createResized(MPI.LONG, 0, 1 << 30);
      far.commit();
      int other = 1 - rank;
      for (int i = 0; i < 4; i++) {
        mine.set(LONG, (long) i << 30, 10 * i + rank);
      }
      Win win = LargeWindows.create(memory, 2 * FAR, 8, info, MPI.COMM_WORLD);
      win.fence(0);
      LargeWindows.put(win, mine, 4, far, other, 1, 4, far);
      win.fence(0);
      assertEquals(30 + other, memory.get(LONG, 8 + (3L << 30)));
      win.fence(0); // the others may change it now
      LargeWindows.accumulate(win, mine, 4, far, other, 1, 4, far, MPI.SUM);
      win.fence(0);
      assertEquals(2 * (30 + other), memory.get(LONG, 8 + (3L << 30)));
      win.fence(0); // the others may change it now
      LargeWindows.get(win, mine, 4, far, other, 1, 4, far);
      win.fence(0);
      assertEquals(2 * (30 + rank), mine.get(LONG, 3L << 30));
      refused(ErrorClasses.ERR_RMA_RANGE, () -> LargeWindows.put(win, mine, 4, far, other, FAR / 4 - (3L << 27), 4, far));
      win.fence(0);
      win.free();
    }
  }

  @Test
  void attachedMemoryHasADisplacementThatIsALong() {
    ThreadRanks.run(2, Attached.class);
  }

  static final class Attached extends Ranks {
    @Override
    void body() {
      Win win = new Win(info, MPI.COMM_WORLD);
      MemorySegment memory = SparseMemory.of(FAR, arena);
      long[] displacement = {LargeWindows.attach(win, memory, FAR)};
      assertTrue(displacement[0] > Integer.MAX_VALUE);
      assertEquals(displacement[0], LargeWindows.getDisplacement(win, memory));
      refused(ErrorClasses.ERR_DISP, () -> win.getDisplacement(memory));
      refused(ErrorClasses.ERR_RMA_ATTACH, () -> LargeWindows.attach(win, memory, FAR));
      MPI.COMM_WORLD.sendRecvReplace(displacement, 1, MPI.LONG, 1 - rank, 1, 1 - rank, 1);
      win.fence(0);
      LargeWindows.put(win, of(5 + rank), 1, MPI.LONG, 1 - rank, displacement[0] + FAR - 8, 1, MPI.LONG);
      win.fence(0);
      assertEquals(6 - rank, memory.get(LONG, FAR - 8));
      win.detach(memory);
      refused(ErrorClasses.ERR_RMA_ATTACH, () -> LargeWindows.getDisplacement(win, memory));
      win.free();
    }
  }

  @Test
  void allocatedMemoryIsABufferAndWhatNobodyHasIsRefusedAtAllRanks() {
    ThreadRanks.run(2, Allocated.class);
  }

  static final class Allocated extends Ranks {
    @Override
    void body() {
      Win win = LargeWindows.allocate(16, 8, info, MPI.COMM_WORLD);
      win.fence(0);
      LargeWindows.put(win, of(5 + rank), 1, MPI.LONG, 1 - rank, 1, 1, MPI.LONG);
      win.fence(0);
      assertEquals(6 - rank, assertInstanceOf(ByteBuffer.class, win.getAttr(MPI.WIN_BASE)).getLong(8));
      win.free();
      refused(rank == 0 ? ErrorClasses.ERR_NO_MEM : ErrorClasses.ERR_ARG, () -> LargeWindows.allocate(rank == 0 ? 1L << 58 : 8, 8, info, MPI.COMM_WORLD));
    }
  }

  @Test
  void mistakesAreToldAndChangeNothing() {
    ThreadRanks.run(1, Mistakes.class);
  }

  @SuppressWarnings("NullAway") // nulls are mistakes that are made here
  static final class Mistakes extends Ranks {
    @Override
    void body() {
      MemorySegment memory = arena.allocate(64, 8);
      MemorySegment one = arena.allocate(8, 8);
      making(memory);
      Win win = LargeWindows.create(memory, 64, 8, info, MPI.COMM_SELF);
      win.fence(0);
      refused(ErrorClasses.ERR_WIN, () -> LargeWindows.put(null, one, 1, MPI.LONG, 0, 0, 1, MPI.LONG));
      refused(ErrorClasses.ERR_BUFFER, () -> LargeWindows.put(win, null, 1, MPI.LONG, 0, 0, 1, MPI.LONG));
      refused(ErrorClasses.ERR_TYPE, () -> LargeWindows.put(win, one, 1, null, 0, 0, 1, MPI.LONG));
      refused(ErrorClasses.ERR_COUNT, () -> LargeWindows.put(win, one, -1, MPI.LONG, 0, 0, 1, MPI.LONG));
      refused(ErrorClasses.ERR_COUNT, () -> LargeWindows.get(win, one, 1, MPI.LONG, 0, 0, -1, MPI.LONG));
      refused(ErrorClasses.ERR_BUFFER, () -> LargeWindows.put(win, one, Long.MAX_VALUE, MPI.LONG, 0, 0, 1, MPI.LONG));
      refused(ErrorClasses.ERR_BUFFER, () -> LargeWindows.put(win, one, 1L << 32, MPI.LONG, 0, 0, 1L << 32, MPI.LONG));
      refused(ErrorClasses.ERR_COUNT, () -> LargeWindows.put(win, one, 1, MPI.LONG, 0, 0, Long.MAX_VALUE, MPI.LONG));
      refused(ErrorClasses.ERR_TRUNCATE, () -> LargeWindows.get(win, one, 1, MPI.LONG, 0, 0, 1L << 32, MPI.LONG));
      refused(ErrorClasses.ERR_DISP, () -> LargeWindows.put(win, one, 1, MPI.LONG, 0, -1, 1, MPI.LONG));
      for (long disp : new long[] {8, 1L << 32, Long.MAX_VALUE / 8, Long.MAX_VALUE}) {
        refused(ErrorClasses.ERR_RMA_RANGE, () -> LargeWindows.accumulate(win, one, 1, MPI.LONG, 0, disp, 1, MPI.LONG, MPI.SUM));
      }
      refused(ErrorClasses.ERR_BUFFER, () -> LargeWindows.rGet(win, one.asReadOnly(), 1, MPI.LONG, 0, 0, 1, MPI.LONG));
      refused(ErrorClasses.ERR_RANK, () -> LargeWindows.rPut(win, one, 1, MPI.LONG, 1, 0, 1, MPI.LONG));
      freed(win, one);
      assertEquals(0, memory.get(LONG, 0));
    }

    private void freed(Win win, MemorySegment one) {
      Datatype pair = Datatype.createContiguous(2, MPI.INT);
      refused(ErrorClasses.ERR_TYPE, () -> LargeWindows.put(win, one, 1, pair, 0, 0, 1, pair));
      pair.commit();
      pair.free();
      refused(ErrorClasses.ERR_TYPE, () -> LargeWindows.get(win, one, 1, pair, 0, 0, 1, pair));
      MemorySegment closed;
      try (Arena brief = Arena.ofShared()) {
        closed = brief.allocate(8);
      }
      refused(ErrorClasses.ERR_BUFFER, () -> LargeWindows.put(win, closed, 1, MPI.LONG, 0, 0, 1, MPI.LONG));
      win.fence(0);
      win.free();
      refused(ErrorClasses.ERR_WIN, () -> LargeWindows.put(win, one, 1, MPI.LONG, 0, 0, 1, MPI.LONG));
    }

    private void making(MemorySegment memory) {
      refused(ErrorClasses.ERR_SIZE, () -> LargeWindows.create(memory, -1, 8, info, MPI.COMM_SELF));
      refused(ErrorClasses.ERR_SIZE, () -> LargeWindows.create(memory, Long.MAX_VALUE, 8, info, MPI.COMM_SELF));
      refused(ErrorClasses.ERR_BUFFER, () -> LargeWindows.create(memory, 1L << 32, 8, info, MPI.COMM_SELF));
      refused(ErrorClasses.ERR_BUFFER, () -> LargeWindows.create(null, 8, 8, info, MPI.COMM_SELF));
      refused(ErrorClasses.ERR_BUFFER, () -> LargeWindows.create(memory.asReadOnly(), 8, 8, info, MPI.COMM_SELF));
      refused(ErrorClasses.ERR_DISP, () -> LargeWindows.create(memory, 8, 0, info, MPI.COMM_SELF));
      refused(ErrorClasses.ERR_DISP, () -> LargeWindows.create(memory, 8, Long.MAX_VALUE, info, MPI.COMM_SELF));
      refused(ErrorClasses.ERR_COMM, () -> LargeWindows.create(memory, 8, 8, info, null));
    }
  }
}
