package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.braid.mpix.large.LargePersistent;
import org.braid.mpix.large.LargeStarted;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Collectives with counts of type long that are only started, and persistent ones: against what they mean, with blocks that lie further apart than an int counts, and of more bytes than an array holds. */
@Execution(CONCURRENT)
@ResourceLock("gigabytes")
class LargeStartedTest {
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final long FAR = (1L << 31) + 16; // bytes

  abstract static class Ranks extends LargeCollectivesTest.Ranks {
    static void twice(Prequest call, Runnable before, Runnable after) {
      for (int i = 0; i < 2; i++) {
        before.run();
        call.start();
        call.waitFor();
        after.run();
      }
      call.free();
    }
  }

  @Test
  void startedBlocksGoWhereTheirNamesakesPutThem() {
    ThreadRanks.run(3, Blocks.class);
  }

  static final class Blocks extends Ranks {
    @Override
    void body(Intracomm world, Arena arena) {
      MemorySegment one = ints(rank == 1 ? 7 : 0);
      LargeStarted.iBcast(world, one, 1L, MPI.INT, 1).waitFor();
      assertInts(one, 7);
      MemorySegment all = ints(0, 0, 0);
      LargeStarted.iGather(world, ints(10 + rank), 1L, MPI.INT, rank == 2 ? all : null, 1L, MPI.INT, 2).waitFor();
      assertInts(all, rank == 2 ? new int[] {10, 11, 12} : new int[3]);
      LargeStarted.iAllGather(world, ints(20 + rank), 1L, MPI.INT, all, 1L, MPI.INT).waitFor();
      assertInts(all, 20, 21, 22);
      all.setAtIndex(INT, rank, 30 + rank);
      LargeStarted.iAllGather(world, all, 1L, MPI.INT).waitFor();
      assertInts(all, 30, 31, 32);
      LargeStarted.iScatter(world, rank == 0 ? ints(1, 2, 3) : null, 1L, MPI.INT, one, 1L, MPI.INT, 0).waitFor();
      assertInts(one, rank + 1);
      LargeStarted.iAllToAll(world, ints(rank * 10, rank * 10 + 1, rank * 10 + 2), 1L, MPI.INT, all, 1L, MPI.INT).waitFor();
      assertInts(all, rank, 10 + rank, 20 + rank);
    }
  }

  @Test
  void startedTablesOfLongsSayWhereBlocksLie() {
    ThreadRanks.run(3, Tables.class);
  }

  static final class Tables extends Ranks {
    @Override
    void body(Intracomm world, Arena arena) {
      long[] counts = {1, 2, 1};
      long[] places = {4, 1, 0};
      MemorySegment mine = rank == 1 ? ints(5, 6) : ints(rank);
      MemorySegment all = ints(-1, -1, -1, -1, -1);
      Request gather = LargeStarted.iGatherv(world, mine, counts[rank], MPI.INT, rank == 0 ? all : null, rank == 0 ? counts : null, rank == 0 ? places : null, MPI.INT, 0);
      MemorySegment every = ints(-1, -1, -1, -1, -1);
      Request allGather = LargeStarted.iAllGatherv(world, mine, counts[rank], MPI.INT, every, counts, places, MPI.INT);
      Request.waitAll(new Request[] {allGather, gather});
      assertInts(all, rank == 0 ? new int[] {2, 5, 6, -1, 0} : new int[] {-1, -1, -1, -1, -1});
      assertInts(every, 2, 5, 6, -1, 0);
      LargeStarted.iAllGatherv(world, every, counts, places, MPI.INT).waitFor();
      assertInts(every, 2, 5, 6, -1, 0);
      MemorySegment back = rank == 1 ? ints(0, 0) : ints(0);
      LargeStarted.iScatterv(world, rank == 2 ? ints(9, 8, 7, 6, 5) : null, rank == 2 ? counts : null, rank == 2 ? places : null, MPI.INT, back, counts[rank], MPI.INT, 2).waitFor();
      assertInts(back, rank == 0 ? new int[] {5} : rank == 1 ? new int[] {8, 7} : new int[] {9});
      MemorySegment exchanged = ints(-1, -1, -1);
      long[] ones = {1, 1, 1};
      LargeStarted.iAllToAllv(world, ints(rank, rank + 10, rank + 20), ones, new long[] {2, 1, 0}, MPI.INT, exchanged, ones, new long[] {1, 2, 0}, MPI.INT).waitFor();
      int block = 10 * (2 - rank);
      assertInts(exchanged, 2 + block, block, 1 + block);
    }
  }

  @Test
  void startedReductionsCombineAndMayWorkInPlace() {
    ThreadRanks.run(3, Sums.class);
  }

  static final class Sums extends Ranks {
    @Override
    void body(Intracomm world, Arena arena) {
      MemorySegment sum = ints(0, 0);
      LargeStarted.iReduce(world, ints(rank, 1), rank == 0 ? sum : null, 2L, MPI.INT, MPI.SUM, 0).waitFor();
      assertInts(sum, rank == 0 ? new int[] {3, 3} : new int[2]);
      LargeStarted.iAllReduce(world, ints(rank, 1), sum, 2L, MPI.INT, MPI.MAX).waitFor();
      assertInts(sum, 2, 1);
      MemorySegment same = ints(rank + 1);
      LargeStarted.iAllReduce(world, same, 1L, MPI.INT, MPI.PROD).waitFor();
      assertInts(same, 6);
      LargeStarted.iScan(world, ints(rank + 1), same, 1L, MPI.INT, MPI.SUM).waitFor();
      assertInts(same, (rank + 1) * (rank + 2) / 2);
      MemorySegment before = ints(-1);
      LargeStarted.iExScan(world, ints(rank + 1), before, 1L, MPI.INT, MPI.SUM).waitFor();
      assertInts(before, rank == 0 ? -1 : rank * (rank + 1) / 2);
      MemorySegment part = rank == 1 ? ints(0, 0) : ints(0);
      LargeStarted.iReduceScatter(world, ints(1, 2, 3, rank), part, new long[] {1, 2, 1}, MPI.INT, MPI.SUM).waitFor();
      assertInts(part, rank == 0 ? new int[] {3} : rank == 1 ? new int[] {6, 9} : new int[] {3});
      LargeStarted.iReduceScatterBlock(world, ints(1, 2, 3), before, 1L, MPI.INT, MPI.SUM).waitFor();
      assertInts(before, 3 * (rank + 1));
    }
  }

  @Test
  void persistentCallsDoTheSameEachTimeTheyAreStarted() {
    ThreadRanks.run(3, Persistent.class);
  }

  static final class Persistent extends Ranks {
    private final Info none = MPI.INFO_NULL;
    private int round;

    @Override
    void body(Intracomm world, Arena arena) {
      MemorySegment one = ints(0);
      MemorySegment all = ints(0, 0, 0);
      MemorySegment three = ints(0, 0, 0);
      MemorySegment root = rank == 0 ? all : null;
      long[] counts = {1, 1, 1};
      long[] places = {2, 1, 0};
      Runnable mine = () -> {
        round++;
        one.set(INT, 0, round + rank);
        all.fill((byte) 0);
        for (int r = 0; r < 3; r++) {
          three.setAtIndex(INT, r, round + 10 * rank + r);
        }
      };
      twice(LargePersistent.bcastInit(world, one, 1L, MPI.INT, 2, none), mine, () -> assertInts(one, round + 2));
      twice(LargePersistent.gatherInit(world, one, 1L, MPI.INT, root, 1L, MPI.INT, 0, none), mine, () -> assertInts(all, ifRoot(round, round + 1, round + 2)));
      twice(LargePersistent.gathervInit(world, one, 1L, MPI.INT, root, counts, places, MPI.INT, 0, none), mine, () -> assertInts(all, ifRoot(round + 2, round + 1, round)));
      twice(LargePersistent.scatterInit(world, three, 1L, MPI.INT, one, 1L, MPI.INT, 1, none), mine, () -> assertInts(one, round + 10 + rank));
      twice(LargePersistent.scattervInit(world, three, counts, places, MPI.INT, one, 1L, MPI.INT, 1, none), mine, () -> assertInts(one, round + 12 - rank));
      twice(LargePersistent.allGatherInit(world, one, 1L, MPI.INT, all, 1L, MPI.INT, none), mine, () -> assertInts(all, round, round + 1, round + 2));
      twice(LargePersistent.allGathervInit(world, one, 1L, MPI.INT, all, counts, places, MPI.INT, none), mine, () -> assertInts(all, round + 2, round + 1, round));
      twice(LargePersistent.allGatherInit(world, three, 1L, MPI.INT, none), mine, () -> assertInts(three, round, round + 11, round + 22));
      twice(LargePersistent.allGathervInit(world, three, counts, places, MPI.INT, none), mine, () -> assertInts(three, round + 20, round + 11, round + 2));
      twice(LargePersistent.allToAllInit(world, three, 1L, MPI.INT, all, 1L, MPI.INT, none), mine, () -> assertInts(all, round + rank, round + 10 + rank, round + 20 + rank));
      twice(LargePersistent.allToAllvInit(world, three, counts, places, MPI.INT, all, counts, places, MPI.INT, none), mine,
          () -> assertInts(all, round + 22 - rank, round + 12 - rank, round + 2 - rank));
      twice(LargePersistent.reduceInit(world, one, root, 1L, MPI.INT, MPI.SUM, 0, none), mine, () -> assertInts(all, ifRoot(3 * round + 3, 0, 0)));
      twice(LargePersistent.allReduceInit(world, one, all, 1L, MPI.INT, MPI.SUM, none), mine, () -> assertInts(all, 3 * round + 3, 0, 0));
      twice(LargePersistent.allReduceInit(world, one, 1L, MPI.INT, MPI.MAX, none), mine, () -> assertInts(one, round + 2));
      twice(LargePersistent.scanInit(world, one, all, 1L, MPI.INT, MPI.MAX, none), mine, () -> assertInts(all, round + rank, 0, 0));
      twice(LargePersistent.exScanInit(world, one, all, 1L, MPI.INT, MPI.MAX, none), mine, () -> assertInts(all, rank == 0 ? 0 : round + rank - 1, 0, 0));
      twice(LargePersistent.reduceScatterInit(world, three, all, counts, MPI.INT, MPI.MAX, none), mine, () -> assertInts(all, round + 20 + rank, 0, 0));
      twice(LargePersistent.reduceScatterBlockInit(world, three, all, 1L, MPI.INT, MPI.MIN, none), mine, () -> assertInts(all, round + rank, 0, 0));
    }

    private int[] ifRoot(int... values) {
      return rank == 0 ? values : new int[values.length];
    }
  }

  @Test
  void someMembersMayCountInIntsAndOthersInLongs() {
    ThreadRanks.run(2, Mixed.class);
  }

  static final class Mixed extends Ranks {
    @Override
    void body(Intracomm world, Arena arena) {
      int[] array = {rank + 1};
      MemorySegment segment = ints(rank + 1);
      Request sum = rank == 0 ? world.iAllReduce(array, 1, MPI.INT, MPI.SUM) : LargeStarted.iAllReduce(world, segment, 1L, MPI.INT, MPI.SUM);
      sum.waitFor();
      assertEquals(3, rank == 0 ? array[0] : segment.get(INT, 0));
    }
  }

  @Test
  void blocksOfAStartedCallMayLieFurtherApartThanAnIntCounts() {
    ThreadRanks.run(2, FarApart.class);
  }

  static final class FarApart extends Ranks {
    @Override
    void body(Intracomm world, Arena arena) {
      MemorySegment large = SparseMemory.of(FAR, arena);
      long[] counts = {1, 1};
      long[] places = {0, FAR - 1};
      MemorySegment mine = MemorySegment.ofArray(new byte[] {(byte) (rank + 1)});
      LargeStarted.iAllGatherv(world, mine, 1L, MPI.BYTE, large, counts, places, MPI.BYTE).waitFor();
      assertEquals(2, large.get(ValueLayout.JAVA_BYTE, FAR - 1));
      MemorySegment exchanged = SparseMemory.of(FAR, arena);
      twice(LargePersistent.allToAllvInit(world, large, counts, places, MPI.BYTE, exchanged, counts, places, MPI.BYTE, MPI.INFO_NULL), () -> exchanged.set(ValueLayout.JAVA_BYTE, FAR - 1, (byte) 0),
          () -> assertEquals(rank + 1, exchanged.get(ValueLayout.JAVA_BYTE, FAR - 1)));
    }
  }

  @Test
  void aStartedReductionOfMoreBytesThanAnArrayHoldsGoesPieceByPieceBesideTheProgram() {
    ThreadRanks.run(1, LongSum.class);
  }

  /** One rank is enough for all pieces to be walked. */
  static final class LongSum extends Ranks {
    @Override
    void body(Intracomm world, Arena arena) {
      MemorySegment large = SparseMemory.of(FAR, arena);
      MemorySegment part = SparseMemory.of(FAR, arena);
      large.set(ValueLayout.JAVA_LONG, 0, 1);
      large.set(ValueLayout.JAVA_LONG, FAR - 8, 44);
      Request sum = LargeStarted.iReduceScatterBlock(world, large, part, FAR / 8, MPI.LONG, MPI.SUM);
      MemorySegment other = ints(7);
      LargeStarted.iAllReduce(world, other, 1L, MPI.INT, MPI.SUM).waitFor();
      assertInts(other, 7);
      sum.waitFor();
      assertEquals(1, part.get(ValueLayout.JAVA_LONG, 0));
      assertEquals(44, part.get(ValueLayout.JAVA_LONG, FAR - 8));
    }
  }

  @Test
  void aLongReductionThatNoThreadMayCarryOutIsRefused() {
    ThreadRanks.run(1, OneThread.class);
  }

  static final class OneThread implements Runnable {
    @Override
    public void run() {
      MPI.InitThread(new String[0], MPI.THREAD_SINGLE);
      try (Arena arena = Arena.ofShared()) {
        MemorySegment large = SparseMemory.of(FAR, arena);
        MPIException e = assertThrows(MPIException.class, () -> LargeStarted.iAllReduce(MPI.COMM_WORLD, large, FAR / 8, MPI.LONG, MPI.SUM));
        assertEquals(ErrorClasses.ERR_TYPE, e.getErrorClass());
        assertTrue(String.valueOf(e.getMessage()).contains("more than 2147483639 bytes"), e.getMessage());
      }
      MPI.Finalize();
    }
  }

  @Test
  void mistakesAreToldWhenACallIsStarted() {
    ThreadRanks.run(2, Mistakes.class);
  }

  @SuppressWarnings("NullAway") // nulls are mistakes that are made here
  static final class Mistakes extends Ranks {
    @Override
    void body(Intracomm world, Arena arena) {
      MemorySegment small = arena.allocate(16, 8);
      long[] ones = {1, 1};
      refused(ErrorClasses.ERR_COMM, () -> LargeStarted.iBcast(null, small, 1L, MPI.INT, 0));
      refused(ErrorClasses.ERR_BUFFER, () -> LargeStarted.iBcast(world, null, 1L, MPI.INT, 0));
      refused(ErrorClasses.ERR_COUNT, () -> LargeStarted.iBcast(world, small, -1L, MPI.INT, 0));
      refused(ErrorClasses.ERR_BUFFER, () -> LargeStarted.iBcast(world, small, Long.MAX_VALUE, MPI.INT, 0));
      refused(ErrorClasses.ERR_ROOT, () -> LargeStarted.iBcast(world, small, 1L, MPI.INT, 2));
      refused(ErrorClasses.ERR_COUNT, () -> LargeStarted.iAllGather(world, small, 1L, MPI.INT, small, Long.MAX_VALUE, MPI.INT));
      refused(ErrorClasses.ERR_ARG, () -> LargeStarted.iAllGatherv(world, small, 1L, MPI.INT, small, ones, new long[] {0, Long.MAX_VALUE}, MPI.INT));
      refused(ErrorClasses.ERR_ARG, () -> LargeStarted.iAllGatherv(world, small, 1L, MPI.INT, small, new long[1], ones, MPI.INT));
      refused(ErrorClasses.ERR_BUFFER, () -> LargeStarted.iAllReduce(world, small, Long.MAX_VALUE / 2, MPI.INT, MPI.SUM));
      refused(ErrorClasses.ERR_BUFFER, () -> LargeStarted.iAllReduce(world, small.asReadOnly(), 1L, MPI.INT, MPI.SUM));
      refused(ErrorClasses.ERR_COUNT, () -> LargeStarted.iReduceScatter(world, small, small, new long[] {1, -1}, MPI.INT, MPI.SUM));
      refused(ErrorClasses.ERR_COUNT, () -> LargeStarted.iReduceScatter(world, small, small, new long[] {1, Long.MAX_VALUE}, MPI.INT, MPI.SUM));
    }
  }

  @Test
  void allMembersAreToldOfAMistakeInOnesPersistentCall() {
    ThreadRanks.run(2, PersistentMistakes.class);
  }

  @SuppressWarnings("NullAway") // nulls are mistakes that are made here
  static final class PersistentMistakes extends Ranks {
    @Override
    void body(Intracomm world, Arena arena) {
      MemorySegment small = arena.allocate(16, 8);
      refused(ErrorClasses.ERR_INFO, () -> LargePersistent.bcastInit(world, small, 1L, MPI.INT, 0, null));
      for (long count : new long[] {-1, Long.MAX_VALUE}) {
        MPIException e = assertThrows(MPIException.class, () -> LargePersistent.bcastInit(world, small, rank == 0 ? count : 1L, MPI.INT, 0, MPI.INFO_NULL));
        assertEquals(rank == 0 ? count < 0 ? ErrorClasses.ERR_COUNT : ErrorClasses.ERR_BUFFER : ErrorClasses.ERR_ARG, e.getErrorClass(), e.getMessage());
      }
    }
  }
}
