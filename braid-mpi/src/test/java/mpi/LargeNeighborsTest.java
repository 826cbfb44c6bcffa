package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.braid.mpix.large.LargeNeighbors;
import org.junit.jupiter.api.Test;

/** Collectives of neighbours with counts of type long: blocking, started and persistent. */
class LargeNeighborsTest {
  private static final long FAR = (1L << 31) + 16; // bytes

  @Test
  void onARingEachOfThemBringsTheBlocksOfBothSides() {
    ThreadRanks.run(3, Ring.class);
  }

  static final class Ring extends LargeStartedTest.Ranks {
    private final Info none = MPI.INFO_NULL;

    @Override
    void body(Intracomm world, Arena arena) {
      CartComm ring = world.createCart(new int[] {3}, new boolean[] {true}, false);
      int left = (rank + 2) % 3;
      int right = (rank + 1) % 3;
      MemorySegment one = ints(rank);
      MemorySegment two = ints(10 * rank, 10 * rank + 1);
      MemorySegment got = ints(-1, -1);
      long[] ones = {1, 1};
      long[] back = {1, 0};
      Runnable clear = () -> got.fill((byte) -1);
      int[] sides = {left, right};
      LargeNeighbors.allGather(ring, one, 1L, MPI.INT, got, 1L, MPI.INT);
      told(got, sides);
      LargeNeighbors.iAllGather(ring, one, 1L, MPI.INT, got, 1L, MPI.INT).waitFor();
      told(got, sides);
      twice(LargeNeighbors.allGatherInit(ring, one, 1L, MPI.INT, got, 1L, MPI.INT, none), clear, () -> assertInts(got, sides));
      int[] reversed = {right, left};
      LargeNeighbors.allGatherv(ring, one, 1L, MPI.INT, got, ones, back, MPI.INT);
      told(got, reversed);
      LargeNeighbors.iAllGatherv(ring, one, 1L, MPI.INT, got, ones, back, MPI.INT).waitFor();
      told(got, reversed);
      twice(LargeNeighbors.allGathervInit(ring, one, 1L, MPI.INT, got, ones, back, MPI.INT, none), clear, () -> assertInts(got, reversed));
      int[] exchanged = {10 * left + 1, 10 * right};
      LargeNeighbors.allToAll(ring, two, 1L, MPI.INT, got, 1L, MPI.INT);
      told(got, exchanged);
      LargeNeighbors.iAllToAll(ring, two, 1L, MPI.INT, got, 1L, MPI.INT).waitFor();
      told(got, exchanged);
      twice(LargeNeighbors.allToAllInit(ring, two, 1L, MPI.INT, got, 1L, MPI.INT, none), clear, () -> assertInts(got, exchanged));
      int[] crossed = {10 * right + 1, 10 * left};
      LargeNeighbors.allToAllv(ring, two, ones, back, MPI.INT, got, ones, back, MPI.INT);
      told(got, crossed);
      LargeNeighbors.iAllToAllv(ring, two, ones, back, MPI.INT, got, ones, back, MPI.INT).waitFor();
      told(got, crossed);
      twice(LargeNeighbors.allToAllvInit(ring, two, ones, back, MPI.INT, got, ones, back, MPI.INT, none), clear, () -> assertInts(got, crossed));
      ring.free();
    }

    private static void told(MemorySegment got, int... expected) {
      assertInts(got, expected);
      got.fill((byte) -1);
    }
  }

  @Test
  void whoOnlySendsOrOnlyReceivesGivesNothingForTheOtherSide() {
    ThreadRanks.run(2, OneWay.class);
  }

  static final class OneWay extends LargeStartedTest.Ranks {
    @Override
    void body(Intracomm world, Arena arena) {
      GraphComm edge = world.createDistGraphAdjacent(rank == 1 ? new int[] {0} : new int[0], rank == 0 ? new int[] {1} : new int[0], MPI.INFO_NULL, false);
      MemorySegment one = rank == 0 ? ints(5) : null;
      MemorySegment got = rank == 1 ? ints(0) : null;
      LargeNeighbors.allGather(edge, one, 1L, MPI.INT, got, 1L, MPI.INT);
      LargeNeighbors.iAllToAll(edge, one, 1L, MPI.INT, got, 1L, MPI.INT).waitFor();
      long[] ones = {1};
      long[] start = {0};
      LargeNeighbors.allToAllv(edge, one, rank == 0 ? ones : null, rank == 0 ? start : null, MPI.INT, got, rank == 1 ? ones : null, rank == 1 ? start : null, MPI.INT);
      if (got != null) {
        assertInts(got, 5);
      }
      edge.free();
    }
  }

  @Test
  void blocksOfNeighboursMayLieFurtherApartThanAnIntCounts() {
    ThreadRanks.run(2, FarApart.class);
  }

  static final class FarApart extends LargeStartedTest.Ranks {
    @Override
    void body(Intracomm world, Arena arena) {
      CartComm ring = world.createCart(new int[] {2}, new boolean[] {true}, false);
      MemorySegment large = SparseMemory.of(FAR, arena);
      MemorySegment mine = MemorySegment.ofArray(new byte[] {(byte) (rank + 1)});
      long[] ones = {1, 1};
      long[] places = {0, FAR - 1};
      LargeNeighbors.allGatherv(ring, mine, 1L, MPI.BYTE, large, ones, places, MPI.BYTE);
      assertEquals(2 - rank, large.get(ValueLayout.JAVA_BYTE, FAR - 1));
      MemorySegment exchanged = SparseMemory.of(FAR, arena);
      LargeNeighbors.iAllToAllv(ring, large, ones, places, MPI.BYTE, exchanged, ones, places, MPI.BYTE).waitFor();
      assertEquals(rank + 1, exchanged.get(ValueLayout.JAVA_BYTE, FAR - 1));
      ring.free();
    }
  }

  @Test
  void mistakesAreTold() {
    ThreadRanks.run(2, Mistakes.class);
  }

  @SuppressWarnings("NullAway") // nulls are mistakes that are made here
  static final class Mistakes extends LargeStartedTest.Ranks {
    @Override
    void body(Intracomm world, Arena arena) {
      CartComm ring = world.createCart(new int[] {2}, new boolean[] {true}, false);
      MemorySegment small = arena.allocate(16, 8);
      long[] ones = {1, 1};
      refused(ErrorClasses.ERR_COMM, () -> LargeNeighbors.allGather(null, small, 1L, MPI.INT, small, 1L, MPI.INT));
      refused(ErrorClasses.ERR_TOPOLOGY, () -> LargeNeighbors.iAllGather(world, small, 1L, MPI.INT, small, 1L, MPI.INT));
      refused(ErrorClasses.ERR_BUFFER, () -> LargeNeighbors.allGather(ring, null, 1L, MPI.INT, small, 1L, MPI.INT));
      refused(ErrorClasses.ERR_COUNT, () -> LargeNeighbors.allGather(ring, small, -1L, MPI.INT, small, 1L, MPI.INT));
      refused(ErrorClasses.ERR_COUNT, () -> LargeNeighbors.iAllToAll(ring, small, 1L, MPI.INT, small, Long.MAX_VALUE, MPI.INT));
      refused(ErrorClasses.ERR_COUNT, () -> LargeNeighbors.iAllToAll(ring, small, 1L, MPI.INT, small, 2L, MPI.INT));
      refused(ErrorClasses.ERR_BUFFER, () -> LargeNeighbors.allToAll(ring, small, 3L, MPI.INT, small, 3L, MPI.INT));
      refused(ErrorClasses.ERR_ARG, () -> LargeNeighbors.allGatherv(ring, small, 1L, MPI.INT, small, new long[1], ones, MPI.INT));
      refused(ErrorClasses.ERR_ARG, () -> LargeNeighbors.iAllGatherv(ring, small, 1L, MPI.INT, small, null, ones, MPI.INT));
      refused(ErrorClasses.ERR_ARG, () -> LargeNeighbors.allToAllv(ring, small, ones, ones, MPI.INT, small, ones, new long[] {0, Long.MAX_VALUE}, MPI.INT));
      refused(ErrorClasses.ERR_BUFFER, () -> LargeNeighbors.iAllToAllv(ring, small, ones, ones, MPI.INT, small, ones, new long[] {0, 1L << 40}, MPI.INT));
      ring.free();
    }
  }
}
