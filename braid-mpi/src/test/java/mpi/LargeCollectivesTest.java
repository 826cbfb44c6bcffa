package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.braid.mpix.LargeCollectives;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Collectives with counts of type long: small ones against what they mean, one of more bytes than an int counts, and blocks that lie further apart than that, in files that have few blocks. */
@Execution(CONCURRENT)
@ResourceLock("gigabytes")
class LargeCollectivesTest {
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final long FAR = (1L << 31) + 16; // bytes

  abstract static class Ranks implements Runnable {
    int rank;

    @Override
    public final void run() {
      MPI.Init(new String[0]);
      Intracomm world = MPI.COMM_WORLD;
      rank = world.getRank();
      try (Arena arena = Arena.ofShared()) {
        body(world, arena);
        world.barrier();
      }
      MPI.Finalize();
    }

    abstract void body(Intracomm world, Arena arena);

    static MemorySegment ints(int... values) {
      return MemorySegment.ofArray(values);
    }

    static void assertInts(MemorySegment actual, int... expected) {
      assertArrayEquals(expected, actual.toArray(INT));
    }

    static void refused(int errorClass, Runnable call) {
      MPIException e = assertThrows(MPIException.class, call::run);
      assertEquals(errorClass, e.getErrorClass(), e.getMessage());
    }
  }

  @Test
  void blocksGoWhereTheCallsOfTheSameNamesPutThem() {
    ThreadRanks.run(3, Blocks.class);
  }

  static final class Blocks extends Ranks {
    @Override
    void body(Intracomm world, Arena arena) {
      MemorySegment one = ints(rank == 1 ? 7 : 0);
      LargeCollectives.bcast(world, one, 1L, MPI.INT, 1);
      assertInts(one, 7);
      MemorySegment all = ints(0, 0, 0);
      LargeCollectives.gather(world, ints(10 + rank), 1L, MPI.INT, rank == 2 ? all : null, 1L, MPI.INT, 2);
      assertInts(all, rank == 2 ? new int[] {10, 11, 12} : new int[3]);
      LargeCollectives.allGather(world, ints(20 + rank), 1L, MPI.INT, all, 1L, MPI.INT);
      assertInts(all, 20, 21, 22);
      MemorySegment inPlace = ints(0, 0, 0);
      inPlace.setAtIndex(INT, rank, 30 + rank);
      LargeCollectives.allGather(world, inPlace, 1L, MPI.INT);
      assertInts(inPlace, 30, 31, 32);
      LargeCollectives.scatter(world, rank == 0 ? ints(1, 2, 3) : null, 1L, MPI.INT, one, 1L, MPI.INT, 0);
      assertInts(one, rank + 1);
      LargeCollectives.allToAll(world, ints(rank * 10, rank * 10 + 1, rank * 10 + 2), 1L, MPI.INT, all, 1L, MPI.INT);
      assertInts(all, rank, 10 + rank, 20 + rank);
    }
  }

  @Test
  void tablesOfLongsSayWhereBlocksLie() {
    ThreadRanks.run(3, Tables.class);
  }

  static final class Tables extends Ranks {
    @Override
    void body(Intracomm world, Arena arena) {
      long[] counts = {1, 2, 1};
      long[] places = {4, 1, 0};
      MemorySegment mine = rank == 1 ? ints(5, 6) : ints(rank);
      MemorySegment all = ints(-1, -1, -1, -1, -1);
      LargeCollectives.gatherv(world, mine, counts[rank], MPI.INT, rank == 0 ? all : null, rank == 0 ? counts : null, rank == 0 ? places : null, MPI.INT, 0);
      assertInts(all, rank == 0 ? new int[] {2, 5, 6, -1, 0} : new int[] {-1, -1, -1, -1, -1});
      MemorySegment every = ints(-1, -1, -1, -1, -1);
      LargeCollectives.allGatherv(world, mine, counts[rank], MPI.INT, every, counts, places, MPI.INT);
      assertInts(every, 2, 5, 6, -1, 0);
      MemorySegment back = rank == 1 ? ints(0, 0) : ints(0);
      LargeCollectives.scatterv(world, rank == 2 ? ints(9, 8, 7, 6, 5) : null, rank == 2 ? counts : null, rank == 2 ? places : null, MPI.INT, back, counts[rank], MPI.INT, 2);
      assertInts(back, rank == 0 ? new int[] {5} : rank == 1 ? new int[] {8, 7} : new int[] {9});
      MemorySegment exchanged = ints(-1, -1, -1);
      LargeCollectives.allToAllv(world, ints(rank, rank + 10, rank + 20), new long[] {1, 1, 1}, new long[] {2, 1, 0}, MPI.INT, exchanged, new long[] {1, 1, 1}, new long[] {1, 2, 0}, MPI.INT);
      int block = 10 * (2 - rank);
      assertInts(exchanged, 2 + block, block, 1 + block);
    }
  }

  @Test
  void elementsWithGapsComeFromTheirPlacesAndGoToTheirs() {
    ThreadRanks.run(2, Gaps.class);
  }

  static final class Gaps extends Ranks {
    @Override
    void body(Intracomm world, Arena arena) {
      Datatype pair = Datatype.createResized(MPI.INT, 0, 8);
      pair.commit();
      MemorySegment from = ints(rank, -7, rank + 10, -7);
      MemorySegment to = ints(-1, -1, -1, -1, -1, -1, -1, -1);
      LargeCollectives.allGather(world, from, 2L, pair, to, 2L, pair);
      assertInts(to, 0, -1, 10, -1, 1, -1, 11, -1);
      MemorySegment places = ints(-1, -1, -1, -1, -1, -1);
      LargeCollectives.allGatherv(world, ints(rank + 5), 1L, MPI.INT, places, new long[] {1, 1}, new long[] {2, 0}, pair);
      assertInts(places, 6, -1, -1, -1, 5, -1);
      pair.free();
    }
  }

  @Test
  void reductionsCombineAndMayWorkInPlace() {
    ThreadRanks.run(3, Sums.class);
  }

  static final class Sums extends Ranks {
    @Override
    void body(Intracomm world, Arena arena) {
      MemorySegment sum = ints(0, 0);
      LargeCollectives.reduce(world, ints(rank, 1), rank == 0 ? sum : null, 2L, MPI.INT, MPI.SUM, 0);
      assertInts(sum, rank == 0 ? new int[] {3, 3} : new int[2]);
      LargeCollectives.allReduce(world, ints(rank, 1), sum, 2L, MPI.INT, MPI.MAX);
      assertInts(sum, 2, 1);
      MemorySegment same = ints(rank + 1);
      LargeCollectives.allReduce(world, same, 1L, MPI.INT, MPI.PROD);
      assertInts(same, 6);
      LargeCollectives.scan(world, ints(rank + 1), same, 1L, MPI.INT, MPI.SUM);
      assertInts(same, (rank + 1) * (rank + 2) / 2);
      MemorySegment before = ints(-1);
      LargeCollectives.exScan(world, ints(rank + 1), before, 1L, MPI.INT, MPI.SUM);
      assertInts(before, rank == 0 ? -1 : rank * (rank + 1) / 2);
      MemorySegment part = rank == 1 ? ints(0, 0) : ints(0);
      LargeCollectives.reduceScatter(world, ints(1, 2, 3, rank), part, new long[] {1, 2, 1}, MPI.INT, MPI.SUM);
      assertInts(part, rank == 0 ? new int[] {3} : rank == 1 ? new int[] {6, 9} : new int[] {3});
      LargeCollectives.reduceScatterBlock(world, ints(1, 2, 3), before, 1L, MPI.INT, MPI.SUM);
      assertInts(before, 3 * (rank + 1));
    }
  }

  @Test
  void aBroadcastOfMoreBytesThanAnIntCountsArrivesWhole() {
    ThreadRanks.run(2, LongBroadcast.class);
  }

  /** The root sends one array again and again, since elements whose extent is 0 lie at one place: so only the other rank needs as much memory. */
  static final class LongBroadcast extends Ranks {
    private static final int ELEMENT_BYTES = 1 << 20;
    private static final long ELEMENTS = (1L << 31) / ELEMENT_BYTES + 1;

    @Override
    void body(Intracomm world, Arena arena) {
      if (rank == 0) {
        byte[] one = new byte[ELEMENT_BYTES];
        one[3] = 42;
        Datatype plain = Datatype.createContiguous(ELEMENT_BYTES, MPI.BYTE);
        Datatype again = Datatype.createResized(plain, 0, 0);
        again.commit();
        LargeCollectives.bcast(world, MemorySegment.ofArray(one), ELEMENTS, again, 0);
        again.free();
      } else {
        MemorySegment large = SparseMemory.of(ELEMENTS * ELEMENT_BYTES, arena);
        LargeCollectives.bcast(world, large, ELEMENTS * ELEMENT_BYTES, MPI.BYTE, 0);
        for (long element = 0; element < ELEMENTS; element++) {
          assertEquals(42, large.get(ValueLayout.JAVA_BYTE, element * ELEMENT_BYTES + 3));
        }
      }
    }
  }

  @Test
  void blocksMayLieFurtherApartThanAnIntCounts() {
    ThreadRanks.run(2, FarApart.class);
  }

  static final class FarApart extends Ranks {
    @Override
    void body(Intracomm world, Arena arena) {
      MemorySegment large = SparseMemory.of(FAR, arena);
      long[] counts = {1, 1};
      long[] places = {0, FAR - 1};
      MemorySegment mine = MemorySegment.ofArray(new byte[] {(byte) (rank + 1)});
      LargeCollectives.allGatherv(world, mine, 1L, MPI.BYTE, large, counts, places, MPI.BYTE);
      assertEquals(1, large.get(ValueLayout.JAVA_BYTE, 0));
      assertEquals(2, large.get(ValueLayout.JAVA_BYTE, FAR - 1));
      MemorySegment exchanged = SparseMemory.of(FAR, arena);
      LargeCollectives.allToAllv(world, large, counts, places, MPI.BYTE, exchanged, counts, places, MPI.BYTE);
      assertEquals(rank + 1, exchanged.get(ValueLayout.JAVA_BYTE, 0));
      assertEquals(rank + 1, exchanged.get(ValueLayout.JAVA_BYTE, FAR - 1));
      MemorySegment back = MemorySegment.ofArray(new byte[1]);
      LargeCollectives.scatterv(world, rank == 0 ? large : null, counts, places, MPI.BYTE, back, 1L, MPI.BYTE, 0);
      assertEquals(rank + 1, back.get(ValueLayout.JAVA_BYTE, 0));
      Datatype sparseByte = Datatype.createResized(MPI.BYTE, 0, 1 << 30); // two of them need more than 2^30 bytes
      sparseByte.commit();
      LargeCollectives.allGather(world, mine, 1L, MPI.BYTE, large, 1L, sparseByte);
      assertEquals(2, large.get(ValueLayout.JAVA_BYTE, 1 << 30));
      sparseByte.free();
    }
  }

  @Test
  void aReductionOfMoreBytesThanAnArrayHoldsIsCombinedPieceByPiece() {
    ThreadRanks.run(2, LongSum.class);
  }

  static final class LongSum extends Ranks {
    @Override
    void body(Intracomm world, Arena arena) {
      MemorySegment large = SparseMemory.of(FAR, arena);
      large.set(ValueLayout.JAVA_LONG, 0, 1);
      large.set(ValueLayout.JAVA_LONG, FAR - 8, 44);
      LargeCollectives.reduce(world, large, rank == 0 ? large : null, FAR / 8, MPI.LONG, MPI.SUM, 0);
      assertEquals(rank == 0 ? 2 : 1, large.get(ValueLayout.JAVA_LONG, 0));
      assertEquals(rank == 0 ? 88 : 44, large.get(ValueLayout.JAVA_LONG, FAR - 8));
    }
  }

  @Test
  void whatIsLeftToEachRankOfALongReductionComesPieceByPiece() {
    ThreadRanks.run(1, LongPart.class);
  }

  /** One rank is enough for all pieces to be walked. */
  static final class LongPart extends Ranks {
    @Override
    void body(Intracomm world, Arena arena) {
      MemorySegment large = SparseMemory.of(FAR, arena);
      MemorySegment part = SparseMemory.of(FAR, arena);
      large.set(ValueLayout.JAVA_LONG, FAR - 8, 44);
      LargeCollectives.reduceScatterBlock(world, large, part, FAR / 8, MPI.LONG, MPI.SUM);
      assertEquals(44, part.get(ValueLayout.JAVA_LONG, FAR - 8));
    }
  }

  @Test
  void twoMemoriesOfOneProcessAreCombined() {
    ThreadRanks.run(1, Local.class);
  }

  static final class Local extends Ranks {
    @Override
    void body(Intracomm world, Arena arena) {
      MemorySegment small = ints(1, 2, 3);
      LargeCollectives.reduceLocal(ints(10, 20, 30), small, 3, MPI.INT, MPI.SUM);
      assertInts(small, 11, 22, 33);
      LargeCollectives.reduceLocal(small, small.asSlice(4), 2, MPI.INT, MPI.SUM);
      assertInts(small, 11, 33, 55);
      MemorySegment large = SparseMemory.of(FAR, arena);
      large.set(ValueLayout.JAVA_LONG, 0, 21);
      large.set(ValueLayout.JAVA_LONG, FAR - 8, 44);
      LargeCollectives.reduceLocal(large, large, FAR / 8, MPI.LONG, MPI.SUM);
      assertEquals(42, large.get(ValueLayout.JAVA_LONG, 0));
      assertEquals(88, large.get(ValueLayout.JAVA_LONG, FAR - 8));
      refused(ErrorClasses.ERR_COUNT, () -> LargeCollectives.reduceLocal(small, small, -1, MPI.INT, MPI.SUM));
      refused(ErrorClasses.ERR_BUFFER, () -> LargeCollectives.reduceLocal(small, small, FAR, MPI.INT, MPI.SUM));
      refused(ErrorClasses.ERR_BUFFER, () -> LargeCollectives.reduceLocal(small, small.asReadOnly(), 1, MPI.INT, MPI.SUM));
      refused(ErrorClasses.ERR_OP, () -> LargeCollectives.reduceLocal(small, small, 1, MPI.INT, MPI.MAXLOC));
    }
  }

  @Test
  void mistakesAreTold() {
    ThreadRanks.run(2, Mistakes.class);
  }

  static final class Mistakes extends Ranks {
    @Override
    void body(Intracomm world, Arena arena) {
      MemorySegment small = arena.allocate(16, 8);
      refused(ErrorClasses.ERR_COUNT, () -> LargeCollectives.bcast(world, small, -1L, MPI.INT, 0));
      refused(ErrorClasses.ERR_BUFFER, () -> LargeCollectives.bcast(world, small, 5L, MPI.INT, 0));
      refused(ErrorClasses.ERR_BUFFER, () -> LargeCollectives.bcast(world, small, Long.MAX_VALUE, MPI.INT, 0));
      refused(ErrorClasses.ERR_COUNT, () -> LargeCollectives.allGather(world, small, 1L, MPI.INT, small, Long.MAX_VALUE, MPI.INT));
      refused(ErrorClasses.ERR_BUFFER, () -> LargeCollectives.allReduce(world, small, Long.MAX_VALUE / 2, MPI.INT, MPI.SUM));
      refused(ErrorClasses.ERR_BUFFER, () -> LargeCollectives.allReduce(world, small.asReadOnly(), 1L, MPI.INT, MPI.SUM));
      refused(ErrorClasses.ERR_ROOT, () -> LargeCollectives.bcast(world, small, 1L, MPI.INT, 2));
      refused(ErrorClasses.ERR_ARG, () -> LargeCollectives.allGatherv(world, small, 1L, MPI.INT, small, new long[1], new long[2], MPI.INT));
      refused(ErrorClasses.ERR_ARG, () -> LargeCollectives.allGatherv(world, small, 1L, MPI.INT, small, new long[] {1, 1}, new long[] {0, Long.MAX_VALUE}, MPI.INT));
      refused(ErrorClasses.ERR_COUNT, () -> LargeCollectives.reduceScatter(world, small, small, new long[] {1, -1}, MPI.INT, MPI.SUM));
      refused(ErrorClasses.ERR_BUFFER, () -> LargeCollectives.reduceScatter(world, small, small, new long[] {1, 1}, MPI.INT, MPI.SUM));
      refused(ErrorClasses.ERR_BUFFER, () -> LargeCollectives.allToAllv(world, small, new long[] {1, 1}, new long[] {0, 1L << 40}, MPI.INT, small, new long[] {1, 1}, new long[2], MPI.INT));
    }
  }
}
