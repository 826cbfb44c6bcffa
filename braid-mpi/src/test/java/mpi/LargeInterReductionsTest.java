package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.braid.mpix.LargeCollectives;
import org.braid.mpix.large.LargeStarted;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Reductions between two groups with counts of type long: small ones against what they mean, and one of more bytes than an array holds, beside a member that takes no part. */
@Execution(CONCURRENT)
@ResourceLock("gigabytes")
class LargeInterReductionsTest {
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final long FAR = (1L << 31) + 16; // bytes

  @Test
  void whoeverGetsAResultGetsThatOfTheOtherGroup() {
    ThreadRanks.run(3, Small.class);
  }

  static final class Small extends BetweenGroups {
    @Override
    void body() {
      int sum = isFirst ? 2 : 1; // of the other group's world ranks
      MemorySegment mine = MemorySegment.ofArray(new int[] {me, 10 * me});
      MemorySegment all = MemorySegment.ofArray(new int[2]);
      LargeCollectives.allReduce(inter, mine, all, 2, MPI.INT, MPI.SUM);
      assertEquals(sum, all.get(INT, 0));
      assertEquals(10 * sum, all.get(INT, 4));
      long[] counts = isFirst ? new long[] {0, 2} : new long[] {2};
      MemorySegment part = MemorySegment.ofArray(new int[2]);
      LargeCollectives.reduceScatter(inter, mine, part, counts, MPI.INT, MPI.SUM);
      assertEquals(counts[rank] == 0 ? 0 : 10 * sum, part.get(INT, 4));
      part.fill((byte) 0);
      LargeStarted.iReduceScatter(inter, mine, part, counts, MPI.INT, MPI.SUM).waitFor();
      assertEquals(counts[rank] == 0 ? 0 : 10 * sum, part.get(INT, 4));
      LargeCollectives.reduceScatterBlock(inter, mine, part, isFirst ? 1 : 2, MPI.INT, MPI.SUM);
      assertEquals(rank == 0 ? sum : 10 * sum, part.get(INT, 0));
    }
  }

  @Test
  void whatNoArrayHoldsIsCombinedPieceByPieceAndWhoTakesNoPartKeepsStep() {
    ThreadRanks.run(3, MuchData.class);
  }

  static final class MuchData extends BetweenGroups {
    @Override
    void body() {
      int root = root(true, 0);
      try (Arena arena = Arena.ofShared()) {
        MemorySegment large = root == MPI.PROC_NULL ? MemorySegment.NULL : SparseMemory.of(FAR, arena);
        if (!isFirst) {
          large.set(ValueLayout.JAVA_LONG, 0, 21);
          large.set(ValueLayout.JAVA_LONG, FAR - 8, 44);
        }
        LargeCollectives.reduce(inter, large, root == MPI.ROOT ? large : null, FAR / 8, MPI.LONG, MPI.SUM, root);
        if (root == MPI.ROOT) {
          assertEquals(21, large.get(ValueLayout.JAVA_LONG, 0));
          assertEquals(44, large.get(ValueLayout.JAVA_LONG, FAR - 8));
        }
        MemorySegment mine = MemorySegment.ofArray(new int[] {me});
        MemorySegment sum = MemorySegment.ofArray(new int[1]);
        LargeCollectives.allReduce(inter, mine, sum, 1, MPI.INT, MPI.SUM);
        assertEquals(isFirst ? 2 : 1, sum.get(INT, 0));
        group.barrier(); // the memory goes
      }
    }
  }
}
