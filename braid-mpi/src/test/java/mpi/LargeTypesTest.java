package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.braid.mpix.LargeCollectives;
import org.braid.mpix.LargeCount;
import org.braid.mpix.large.LargeTypes;
import org.junit.jupiter.api.Test;

/** Datatypes of more bytes, of data or from end to end, than an int counts: what they say of themselves, and what is none. */
class LargeTypesTest {
  @Test
  void sizesAndBoundsAreToldInLongsAndRefusedInInts() {
    ThreadRanks.run(1, Bounds.class);
  }

  static final class Bounds extends FarEdges {
    @Override
    void body(Intracomm world, Arena arena) {
      Datatype edges = edges();
      assertEquals(16, LargeTypes.sizeBytes(edges));
      assertEquals(4, edges.getSize());
      assertEquals(APART + 8, LargeTypes.extentBytes(edges));
      assertEquals(APART / 4 + 2, edges.getExtent(), "in ints");
      Datatype bytes = LargeTypes.contiguous(3L << 30, MPI.BYTE);
      for (Runnable asked : new Runnable[] {bytes::getSize, bytes::Size, bytes::getByteSize, bytes::getExtent, bytes::Ub, bytes::getTrueExtent}) {
        refused(LargeTypes.ERR_VALUE_TOO_LARGE, asked);
      }
      assertEquals(0, bytes.getLb());
      Datatype moved = LargeTypes.resized(LargeTypes.hIndexed(new long[] {1, 1}, new long[] {APART, -APART}, MPI.INT), -2 * APART, 6 * APART);
      assertEquals(-2 * APART, LargeTypes.lowerBoundBytes(moved));
      assertEquals(-APART, LargeTypes.trueLowerBoundBytes(moved));
      assertEquals(2 * APART + 4, LargeTypes.trueExtentBytes(moved));
      assertEquals(6 * APART, LargeTypes.extentBytes(moved));
      assertEquals(-APART / 2, moved.getLb());
      Datatype box = LargeTypes.subarray(new long[] {1L << 33, 1L << 20}, new long[] {2, 3}, new long[] {1L << 32, 5}, MPI.ORDER_C, MPI.BYTE);
      assertEquals(1L << 53, LargeTypes.extentBytes(box));
      assertEquals((1L << 52) + 5, LargeTypes.trueLowerBoundBytes(box));
      Datatype half = LargeTypes.darray(2, 1, new long[] {6L << 30}, new int[] {MPI.DISTRIBUTE_BLOCK}, new int[] {MPI.DISTRIBUTE_DFLT_DARG}, new int[] {2}, MPI.ORDER_C, MPI.BYTE);
      assertEquals(3L << 30, LargeTypes.sizeBytes(half));
      assertEquals(3L << 30, LargeTypes.trueLowerBoundBytes(half));
      Datatype mixed = LargeTypes.struct(new long[] {1, 1L << 31}, new long[] {0, 8}, new Datatype[] {MPI.INT, MPI.DOUBLE});
      assertEquals((8L << 31) + 4, LargeTypes.sizeBytes(mixed));
      assertEquals((1L << 31) + 1, new Status(0, 0, (8L << 31) + 4, 1).getElementsX(mixed).getCount());
    }
  }

  @Test
  void whatIsNoTypeIsRefused() {
    ThreadRanks.run(1, Mistakes.class);
  }

  static final class Mistakes extends FarEdges {
    @Override
    void body(Intracomm world, Arena arena) {
      refused(ErrorClasses.ERR_COUNT, () -> LargeTypes.contiguous(-1, MPI.INT));
      refused(ErrorClasses.ERR_COUNT, () -> LargeTypes.contiguous(Long.MAX_VALUE, MPI.INT));
      refused(ErrorClasses.ERR_COUNT, () -> LargeTypes.vector(2, 1, Long.MAX_VALUE, MPI.INT));
      assertEquals(1L << 43, LargeTypes.sizeBytes(LargeTypes.vector(2, 1, 3, LargeTypes.vector(1L << 40, 1, 2, MPI.INT))), "lists may be repeated in repetitions");
      refused(ErrorClasses.ERR_COUNT, () -> LargeTypes.hVector(2, -1, 8, MPI.INT));
      refused(ErrorClasses.ERR_COUNT, () -> LargeTypes.indexed(new long[] {1}, new long[] {Long.MAX_VALUE / 2}, MPI.INT));
      refused(ErrorClasses.ERR_COUNT, () -> LargeTypes.resized(MPI.INT, Long.MAX_VALUE, 1));
      refused(ErrorClasses.ERR_ARG, () -> LargeTypes.hIndexed(new long[] {1}, new long[] {1, 2}, MPI.INT));
      refused(ErrorClasses.ERR_ARG, () -> LargeTypes.subarray(new long[] {4}, new long[] {2}, new long[] {Long.MAX_VALUE}, MPI.ORDER_C, MPI.INT));
      refused(ErrorClasses.ERR_TYPE, () -> LargeTypes.contiguous(2, MPI.DATATYPE_NULL));
      refused(ErrorClasses.ERR_TYPE, () -> LargeTypes.sizeBytes(MPI.DATATYPE_NULL));
      Datatype edges = edges();
      int[] four = new int[4];
      refused(ErrorClasses.ERR_BUFFER, () -> world.send(four, 1, edges, 0, 1));
      refused(ErrorClasses.ERR_BUFFER, () -> LargeCount.send(world, MemorySegment.ofArray(four), 1, edges, 0, 1));
      refused(ErrorClasses.ERR_BUFFER, () -> LargeCount.send(world, MemorySegment.ofArray(four), Long.MAX_VALUE, edges, 0, 1));
      Datatype bytes = LargeTypes.contiguous(3L << 30, MPI.BYTE);
      bytes.commit();
      MemorySegment memory = SparseMemory.of(3L << 30, arena);
      refused(ErrorClasses.ERR_TYPE, () -> LargeCollectives.allReduce(world, memory, 1, bytes, MPI.SUM));
      refused(ErrorClasses.ERR_COUNT, () -> world.packSize(1, bytes));
      refused(ErrorClasses.ERR_COUNT, () -> bytes.packExternalSize("external32", 1));
      refused(ErrorClasses.ERR_BUFFER, () -> world.send(new byte[8], 1, bytes, 0, 1));
    }
  }
}
