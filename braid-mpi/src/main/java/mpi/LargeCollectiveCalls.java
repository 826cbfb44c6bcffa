package mpi;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** What package {@code org.braid.mpix} uses for collectives with counts of type long (MPI 4.1, section 2.5.8): the same calls as those with ints, of elements in memory segments. */
abstract class LargeCollectiveCalls extends StartedCollectives {
  /** In place of memory that is sent: the operand lies where the result goes. */
  protected static final Object IN_PLACE = CollectiveCalls.IN_PLACE;

  LargeCollectiveCalls() {}

  /** Broadcasts from {@code buf} of the root into that of the others. */
  protected static void bcastLarge(String call, Comm comm, MemorySegment buf, long count, Datatype type, int root) {
    of(call, comm).bcast(Arguments.memory(buf, call), 0, count, type, root);
  }

  /** Block r of {@code out} at the root comes from rank r. */
  protected static void gatherLarge(String call, Comm comm, Object in, long inCount, Datatype inType, @Nullable MemorySegment out, long outCount, Datatype outType, int root) {
    of(call, comm).gather(Arguments.memory(in, call), 0, inCount, inType, out, 0, outCount, outType, root);
  }

  /** As {@link #gatherLarge}, of blocks of lengths and places of their own. */
  protected static void gathervLarge(
      String call, Comm comm, Object in, long inCount, Datatype inType, @Nullable MemorySegment out, long @Nullable [] outCounts, long @Nullable [] outStarts, Datatype outType, int root) {
    of(call, comm).tables.gatherv(Arguments.memory(in, call), 0, inCount, inType, out, 0, BlockTable.of(outCounts, outStarts), outType, root);
  }

  /** Block r of {@code in} at the root goes to rank r. */
  protected static void scatterLarge(String call, Comm comm, @Nullable MemorySegment in, long inCount, Datatype inType, MemorySegment out, long outCount, Datatype outType, int root) {
    of(call, comm).scatter(in, 0, inCount, inType, Arguments.memory(out, call), 0, outCount, outType, root);
  }

  /** As {@link #scatterLarge}, of blocks of lengths and places of their own. */
  protected static void scattervLarge(
      String call, Comm comm, @Nullable MemorySegment in, long @Nullable [] inCounts, long @Nullable [] inStarts, Datatype inType, MemorySegment out, long outCount, Datatype outType, int root) {
    of(call, comm).tables.scatterv(in, 0, BlockTable.of(inCounts, inStarts), inType, Arguments.memory(out, call), 0, outCount, outType, root);
  }

  /** Block r of {@code out} comes from rank r. */
  protected static void allGatherLarge(String call, Comm comm, Object in, long inCount, Datatype inType, MemorySegment out, long outCount, Datatype outType) {
    of(call, comm).allGather(Arguments.memory(in, call), 0, inCount, inType, Arguments.memory(out, call), 0, outCount, outType);
  }

  /** As {@link #allGatherLarge}, of blocks of lengths and places of their own. */
  protected static void allGathervLarge(String call, Comm comm, Object in, long inCount, Datatype inType, MemorySegment out, long[] outCounts, long[] outStarts, Datatype outType) {
    of(call, comm).tables.allGatherv(Arguments.memory(in, call), 0, inCount, inType, Arguments.memory(out, call), 0, BlockTable.of(outCounts, outStarts), outType);
  }

  /** Block r of {@code in} goes to rank r, and block r of {@code out} comes from it. */
  protected static void allToAllLarge(String call, Comm comm, MemorySegment in, long inCount, Datatype inType, MemorySegment out, long outCount, Datatype outType) {
    of(call, comm).allToAll(Arguments.memory(in, call), 0, inCount, inType, Arguments.memory(out, call), 0, outCount, outType);
  }

  /** As {@link #allToAllLarge}, of blocks of lengths and places of their own. */
  protected static void allToAllvLarge(
      String call, Comm comm, MemorySegment in, long[] inCounts, long[] inStarts, Datatype inType, MemorySegment out, long[] outCounts, long[] outStarts, Datatype outType) {
    of(call, comm)
        .tables
        .allToAllv(Arguments.memory(in, call), 0, BlockTable.of(inCounts, inStarts), inType, Arguments.memory(out, call), 0, BlockTable.of(outCounts, outStarts), outType);
  }

  /** Combines at the root. */
  protected static void reduceLarge(String call, Comm comm, Object in, @Nullable MemorySegment out, long count, Datatype type, Op op, int root) {
    of(call, comm).reductions.reduce(Arguments.memory(in, call), 0, out, 0, count, type, op, root);
  }

  /** Combines at every rank. */
  protected static void allReduceLarge(String call, Comm comm, Object in, MemorySegment out, long count, Datatype type, Op op) {
    of(call, comm).reductions.allReduce(Arguments.memory(in, call), 0, Arguments.memory(out, call), 0, count, type, op);
  }

  /** Combines the operands of the ranks up to each one. */
  protected static void scanLarge(String call, Comm comm, Object in, MemorySegment out, long count, Datatype type, Op op) {
    of(call, comm).reductions.scan(Arguments.memory(in, call), 0, Arguments.memory(out, call), 0, count, type, op);
  }

  /** Combines the operands of the ranks before each one. */
  protected static void exScanLarge(String call, Comm comm, Object in, MemorySegment out, long count, Datatype type, Op op) {
    of(call, comm).reductions.exScan(Arguments.memory(in, call), 0, Arguments.memory(out, call), 0, count, type, op);
  }

  /** Combines, and leaves each rank its block. */
  protected static void reduceScatterLarge(String call, Comm comm, MemorySegment in, MemorySegment out, long[] counts, Datatype type, Op op) {
    of(call, comm).reductions.reduceScatter(Arguments.memory(in, call), Arguments.memory(out, call), counts, type, op);
  }

  private static CollectiveCalls of(String call, Comm comm) {
    return ((Collectives) Arguments.comm(comm, call)).calls();
  }
}
