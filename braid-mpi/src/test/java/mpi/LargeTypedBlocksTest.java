package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.braid.mpix.LargeCollectives;
import org.braid.mpix.large.LargeNeighbors;
import org.braid.mpix.large.LargePersistent;
import org.braid.mpix.large.LargeStarted;
import org.junit.jupiter.api.Test;

/** All-to-all of blocks with datatypes of their own, with counts and displacements of type long: of all ranks and of neighbours; blocking, started and persistent. */
class LargeTypedBlocksTest {
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final long FAR = (1L << 31) + 16; // bytes

  private static Datatype[] types(int size, Datatype type) {
    Datatype[] types = new Datatype[size];
    Arrays.fill(types, type);
    return types;
  }

  @Test
  void eachBlockGoesByItsTypeToItsPlaceInEachForm() {
    ThreadRanks.run(3, EachForm.class);
  }

  static final class EachForm extends LargeStartedTest.Ranks {
    @Override
    void body(Intracomm world, Arena arena) {
      Datatype spread = Datatype.createVector(2, 1, 2, MPI.INT);
      spread.commit();
      Datatype[] sent = {spread, MPI.INT, spread};
      MemorySegment mine = ints(rank, 100 + rank, 10 + rank, 20 + rank, 120 + rank, 30 + rank, -1);
      long[] counts = {1, 2, 1};
      long[] places = {0, 4, 12}; // bytes; those for ranks 0 and 2 have a gap
      int[][] blocks = {{0, 10}, {100, 10}, {20, 30}};
      Datatype[] received = types(3, MPI.INT);
      long[] twos = {2, 2, 2};
      long[] rooms = {16, 8, 0};
      MemorySegment all = ints(0, 0, 0, 0, 0, 0);
      int[] expected = new int[6];
      for (int from = 0; from < 3; from++) {
        for (int i = 0; i < 2; i++) {
          expected[(2 - from) * 2 + i] = blocks[rank][i] + from;
        }
      }
      Runnable clear = () -> all.fill((byte) 0);
      LargeCollectives.allToAllw(world, mine, counts, places, sent, all, twos, rooms, received);
      assertInts(all, expected);
      clear.run();
      LargeStarted.iAllToAllw(world, mine, counts, places, sent, all, twos, rooms, received).waitFor();
      assertInts(all, expected);
      twice(LargePersistent.allToAllwInit(world, mine, counts, places, sent, all, twos, rooms, received, MPI.INFO_NULL), clear, () -> assertInts(all, expected));
      mixed(world, mine, counts, places, sent, all, expected);
      spread.free();
    }

    /** Rank 0 counts in ints. */
    private void mixed(Intracomm world, MemorySegment mine, long[] counts, long[] places, Datatype[] sent, MemorySegment all, int[] expected) {
      Datatype[] received = types(3, MPI.INT);
      all.fill((byte) 0);
      if (rank == 0) {
        world.allToAllw(mine, new int[] {1, 2, 1}, new int[] {0, 4, 12}, sent, all, new int[] {2, 2, 2}, new int[] {16, 8, 0}, received);
      } else {
        LargeCollectives.allToAllw(world, mine, counts, places, sent, all, new long[] {2, 2, 2}, new long[] {16, 8, 0}, received);
      }
      assertInts(all, expected);
    }
  }

  @Test
  void whatIsSentMayLieWhereWhatIsReceivedComes() {
    ThreadRanks.run(3, SameMemory.class);
  }

  static final class SameMemory extends LargeStartedTest.Ranks {
    @Override
    void body(Intracomm world, Arena arena) {
      Datatype far = Datatype.createResized(MPI.INT, 0, 12);
      far.commit();
      for (Datatype type : new Datatype[] {MPI.INT, far}) {
        MemorySegment memory = ints(10 * rank, 10 * rank + 1, 10 * rank + 2);
        long[] ones = {1, 1, 1};
        long[] places = {0, 4, 8};
        LargeCollectives.allToAllw(world, memory, ones, places, types(3, type), memory, ones, places, types(3, type));
        assertInts(memory, rank, 10 + rank, 20 + rank);
      }
    }
  }

  @Test
  void neighboursExchangeSuchBlocksInEachFormAndWhoOnlySendsGivesNothingElse() {
    ThreadRanks.run(3, Neighbours.class);
  }

  static final class Neighbours extends LargeStartedTest.Ranks {
    private final Info none = MPI.INFO_NULL;

    @Override
    void body(Intracomm world, Arena arena) {
      CartComm ring = world.createCart(new int[] {3}, new boolean[] {true}, false);
      int left = (rank + 2) % 3;
      int right = (rank + 1) % 3;
      MemorySegment two = ints(10 * rank, 10 * rank + 1);
      MemorySegment got = ints(-1, -1);
      long[] ones = {1, 1};
      long[] there = {0, 4};
      long[] back = {4, 0};
      Datatype[] ints = types(2, MPI.INT);
      Runnable clear = () -> got.fill((byte) -1);
      int[] crossed = {10 * right, 10 * left + 1};
      LargeNeighbors.allToAllw(ring, two, ones, there, ints, got, ones, back, ints);
      assertInts(got, crossed);
      clear.run();
      LargeNeighbors.iAllToAllw(ring, two, ones, there, ints, got, ones, back, ints).waitFor();
      assertInts(got, crossed);
      twice(LargeNeighbors.allToAllwInit(ring, two, ones, there, ints, got, ones, back, ints, none), clear, () -> assertInts(got, crossed));
      ring.free();
      GraphComm edge = world.createDistGraphAdjacent(rank == 1 ? new int[] {0} : new int[0], rank == 0 ? new int[] {1} : new int[0], none, false);
      if (rank == 0) {
        LargeNeighbors.allToAllw(edge, two, ones, there, ints, null, null, null, null);
      } else if (rank == 1) {
        LargeNeighbors.allToAllw(edge, null, null, null, null, got, ones, back, ints);
        assertEquals(0, got.get(INT, 4));
      } else {
        LargeNeighbors.allToAllw(edge, null, null, null, null, null, null, null, null);
      }
      edge.free();
    }
  }

  @Test
  void twoGroupsExchangeSuchBlocks() {
    ThreadRanks.run(2, TwoGroups.class);
  }

  static final class TwoGroups extends LargeStartedTest.Ranks {
    @Override
    void body(Intracomm world, Arena arena) {
      Intercomm between = world.createIntercomm(MPI.COMM_SELF, 0, 1 - rank, 5);
      MemorySegment got = ints(-1, -1);
      LargeCollectives.allToAllw(between, ints(7 + rank), new long[] {1}, new long[] {0}, types(1, MPI.INT), got, new long[] {1}, new long[] {4}, types(1, MPI.INT));
      assertInts(got, -1, 8 - rank);
      between.free();
    }
  }

  @Test
  void blocksMayLieFurtherApartThanAnIntCountsAndHaveMoreBytes() {
    ThreadRanks.run(2, Large.class);
  }

  static final class Large extends LargeStartedTest.Ranks {
    private static final int BLOCK = 1 << 20;
    private static final long BLOCKS = (1L << 11) + 1;

    @Override
    void body(Intracomm world, Arena arena) {
      MemorySegment large = SparseMemory.of(FAR, arena);
      MemorySegment far = SparseMemory.of(FAR, arena);
      long[] ones = {1, 1};
      long[] places = {0, FAR - 4};
      large.set(INT, 0, 10 * rank);
      large.set(INT, FAR - 4, 10 * rank + 1);
      LargeCollectives.allToAllw(world, large, ones, places, types(2, MPI.INT), far, ones, places, types(2, MPI.INT));
      assertEquals(10 + rank, far.get(INT, FAR - 4));
      assertEquals(rank, far.get(INT, 0));
      Datatype same = Datatype.createResized(Datatype.createContiguous(BLOCK, MPI.BYTE), 0, 0); // each block where the one before it is
      same.commit();
      MemorySegment mine = arena.allocate(BLOCK);
      MemorySegment room = arena.allocate(BLOCK);
      mine.set(INT, BLOCK - 4, 7 + rank);
      long[] counts = {0, 0};
      counts[1 - rank] = BLOCKS;
      LargeCollectives.allToAllw(world, mine, counts, new long[2], types(2, same), room, counts, new long[2], types(2, same));
      assertEquals(8 - rank, room.get(INT, BLOCK - 4));
      same.free();
    }
  }

  @Test
  void mistakesAreTold() {
    ThreadRanks.run(2, Mistakes.class);
  }

  @SuppressWarnings("NullAway") // nulls are mistakes that are made here
  static final class Mistakes extends LargeStartedTest.Ranks {
    private final long[] ones = {1, 1};
    private final long[] places = {0, 4};

    @Override
    void body(Intracomm world, Arena arena) {
      MemorySegment memory = arena.allocate(8, 4);
      MemorySegment room = arena.allocate(8, 4);
      Datatype[] ints = types(2, MPI.INT);
      Datatype freed = Datatype.createContiguous(1, MPI.INT);
      freed.commit();
      freed.free();
      refused(ErrorClasses.ERR_COMM, () -> LargeCollectives.allToAllw(null, memory, ones, places, ints, room, ones, places, ints));
      refused(ErrorClasses.ERR_BUFFER, () -> LargeCollectives.allToAllw(world, null, ones, places, ints, room, ones, places, ints));
      refused(ErrorClasses.ERR_ARG, () -> LargeCollectives.allToAllw(world, memory, null, places, ints, room, ones, places, ints));
      refused(ErrorClasses.ERR_ARG, () -> LargeCollectives.allToAllw(world, memory, ones, new long[1], ints, room, ones, places, ints));
      refused(ErrorClasses.ERR_ARG, () -> LargeStarted.iAllToAllw(world, memory, ones, places, null, room, ones, places, ints));
      refused(ErrorClasses.ERR_ARG, () -> LargeStarted.iAllToAllw(world, memory, ones, places, types(1, MPI.INT), room, ones, places, ints));
      refused(ErrorClasses.ERR_TYPE, () -> LargeStarted.iAllToAllw(world, memory, ones, places, new Datatype[2], room, ones, places, ints));
      refused(ErrorClasses.ERR_TYPE, () -> LargeStarted.iAllToAllw(world, memory, ones, places, types(2, freed), room, ones, places, ints));
      refused(ErrorClasses.ERR_TYPE, () -> LargeStarted.iAllToAllw(world, memory, ones, places, types(2, MPI.OBJECT), room, ones, places, ints));
      refused(ErrorClasses.ERR_COUNT, () -> LargeStarted.iAllToAllw(world, memory, new long[] {1, -1}, places, ints, room, ones, places, ints));
      refused(ErrorClasses.ERR_BUFFER, () -> LargeStarted.iAllToAllw(world, memory, ones, new long[] {0, Long.MAX_VALUE - 8}, ints, room, ones, places, ints));
      refused(ErrorClasses.ERR_ARG, () -> LargeStarted.iAllToAllw(world, memory, ones, new long[] {0, -4}, ints, room, ones, places, ints));
      refused(ErrorClasses.ERR_BUFFER, () -> LargeStarted.iAllToAllw(world, memory, new long[] {1, Long.MAX_VALUE / 2}, places, ints, room, ones, places, ints));
      refused(ErrorClasses.ERR_BUFFER, () -> LargeStarted.iAllToAllw(world, memory, ones, places, ints, room.asReadOnly(), ones, places, ints));
      refused(ErrorClasses.ERR_TOPOLOGY, () -> LargeNeighbors.allToAllw(world, memory, ones, places, ints, room, ones, places, ints));
      Datatype same = Datatype.createResized(Datatype.createContiguous(4, MPI.BYTE), 0, 0);
      same.commit();
      long[] most = {Long.MAX_VALUE / 4, Long.MAX_VALUE / 4};
      refused(ErrorClasses.ERR_COUNT, () -> LargeStarted.iAllToAllw(world, memory, most, places, types(2, same), room, ones, places, ints));
      MemorySegment closed;
      try (Arena brief = Arena.ofShared()) {
        closed = brief.allocate(8);
      }
      refused(ErrorClasses.ERR_BUFFER, () -> LargeStarted.iAllToAllw(world, closed, ones, places, ints, room, ones, places, ints));
    }
  }
}
