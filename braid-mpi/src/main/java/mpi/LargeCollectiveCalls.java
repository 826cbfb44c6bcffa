package mpi;

import java.lang.foreign.MemorySegment;
import org.braid.mpi.coll.Prepared;
import org.jspecify.annotations.Nullable;

/**
 * What package {@code org.braid.mpix} uses for collectives with counts of type long (MPI 4.1, section 2.5.8): the same calls as those with ints, of elements in memory segments. None of them is made here:
 * whoever has one makes it, starts it, or makes a persistent call of it. So what a program may free before that is kept.
 */
abstract class LargeCollectiveCalls extends StartedCollectives {
  /** In place of memory that is sent: the operand lies where the result goes. */
  protected static final Object IN_PLACE = CollectiveCalls.IN_PLACE;

  LargeCollectiveCalls() {}

  /** Broadcasts from {@code buf} of the root into that of the others. */
  protected static Prepared<Request, Prequest, Info> bcastLarge(String call, Comm comm, MemorySegment buf, long count, Datatype type, int root) {
    Datatype keptType = Datatype.kept(type);
    return LargeCall.of(call, comm, calls -> calls.bcast(Arguments.memory(buf, call), 0, count, keptType, root));
  }

  /** Block r of {@code out} at the root comes from rank r. */
  protected static Prepared<Request, Prequest, Info> gatherLarge(String call, Comm comm, Object in, long inCount, Datatype inType, @Nullable MemorySegment out, long outCount, Datatype outType, int root) {
    Datatype keptInType = Datatype.kept(inType);
    Datatype keptOutType = Datatype.kept(outType);
    return LargeCall.of(call, comm, calls -> calls.gather(Arguments.memory(in, call), 0, inCount, keptInType, out, 0, outCount, keptOutType, root));
  }

  /** As {@link #gatherLarge}, of blocks of lengths and places of their own. */
  protected static Prepared<Request, Prequest, Info> gathervLarge(
      String call, Comm comm, Object in, long inCount, Datatype inType, @Nullable MemorySegment out, long @Nullable [] outCounts, long @Nullable [] outStarts, Datatype outType, int root) {
    Datatype keptInType = Datatype.kept(inType);
    Datatype keptOutType = Datatype.kept(outType);
    return LargeCall.of(call, comm, calls -> calls.tables.gatherv(Arguments.memory(in, call), 0, inCount, keptInType, out, 0, BlockTable.of(outCounts, outStarts), keptOutType, root));
  }

  /** Block r of {@code in} at the root goes to rank r. */
  protected static Prepared<Request, Prequest, Info> scatterLarge(String call, Comm comm, @Nullable MemorySegment in, long inCount, Datatype inType, MemorySegment out, long outCount, Datatype outType, int root) {
    Datatype keptInType = Datatype.kept(inType);
    Datatype keptOutType = Datatype.kept(outType);
    return LargeCall.of(call, comm, calls -> calls.scatter(in, 0, inCount, keptInType, Arguments.memory(out, call), 0, outCount, keptOutType, root));
  }

  /** As {@link #scatterLarge}, of blocks of lengths and places of their own. */
  protected static Prepared<Request, Prequest, Info> scattervLarge(
      String call, Comm comm, @Nullable MemorySegment in, long @Nullable [] inCounts, long @Nullable [] inStarts, Datatype inType, MemorySegment out, long outCount, Datatype outType, int root) {
    Datatype keptInType = Datatype.kept(inType);
    Datatype keptOutType = Datatype.kept(outType);
    return LargeCall.of(call, comm, calls -> calls.tables.scatterv(in, 0, BlockTable.of(inCounts, inStarts), keptInType, Arguments.memory(out, call), 0, outCount, keptOutType, root));
  }

  /** Block r of {@code out} comes from rank r. */
  protected static Prepared<Request, Prequest, Info> allGatherLarge(String call, Comm comm, Object in, long inCount, Datatype inType, MemorySegment out, long outCount, Datatype outType) {
    Datatype keptInType = Datatype.kept(inType);
    Datatype keptOutType = Datatype.kept(outType);
    return LargeCall.of(call, comm, calls -> calls.allGather(Arguments.memory(in, call), 0, inCount, keptInType, Arguments.memory(out, call), 0, outCount, keptOutType));
  }

  /** As {@link #allGatherLarge}, of blocks of lengths and places of their own. */
  protected static Prepared<Request, Prequest, Info> allGathervLarge(String call, Comm comm, Object in, long inCount, Datatype inType, MemorySegment out, long[] outCounts, long[] outStarts, Datatype outType) {
    Datatype keptInType = Datatype.kept(inType);
    Datatype keptOutType = Datatype.kept(outType);
    return LargeCall.of(call, comm, calls -> calls.tables.allGatherv(Arguments.memory(in, call), 0, inCount, keptInType, Arguments.memory(out, call), 0, BlockTable.of(outCounts, outStarts), keptOutType));
  }

  /** Block r of {@code in} goes to rank r, and block r of {@code out} comes from it. */
  protected static Prepared<Request, Prequest, Info> allToAllLarge(String call, Comm comm, MemorySegment in, long inCount, Datatype inType, MemorySegment out, long outCount, Datatype outType) {
    Datatype keptInType = Datatype.kept(inType);
    Datatype keptOutType = Datatype.kept(outType);
    return LargeCall.of(call, comm, calls -> calls.allToAll(Arguments.memory(in, call), 0, inCount, keptInType, Arguments.memory(out, call), 0, outCount, keptOutType));
  }

  /** As {@link #allToAllLarge}, of blocks of lengths and places of their own. */
  protected static Prepared<Request, Prequest, Info> allToAllvLarge(
      String call, Comm comm, MemorySegment in, long[] inCounts, long[] inStarts, Datatype inType, MemorySegment out, long[] outCounts, long[] outStarts, Datatype outType) {
    Datatype keptInType = Datatype.kept(inType);
    Datatype keptOutType = Datatype.kept(outType);
    return LargeCall.of(call, comm, calls -> calls.tables
        .allToAllv(Arguments.memory(in, call), 0, BlockTable.of(inCounts, inStarts), keptInType, Arguments.memory(out, call), 0, BlockTable.of(outCounts, outStarts), keptOutType));
  }

  /** As {@link #allToAllvLarge}, of blocks of datatypes of their own, with places in bytes. */
  protected static Prepared<Request, Prequest, Info> allToAllwLarge(
      String call, Comm comm, MemorySegment in, long[] inCounts, long[] inStarts, Datatype[] inTypes, MemorySegment out, long[] outCounts, long[] outStarts, Datatype[] outTypes) {
    Datatype[] keptInTypes = Datatype.kept(inTypes);
    Datatype[] keptOutTypes = Datatype.kept(outTypes);
    return LargeCall.of(call, comm, calls -> calls.tables.allToAllw(Arguments.memory(in, call), BlockTable.of(inCounts, inStarts), keptInTypes, Arguments.memory(out, call), BlockTable.of(outCounts, outStarts), keptOutTypes));
  }

  /** Combines at the root. */
  protected static Prepared<Request, Prequest, Info> reduceLarge(String call, Comm comm, Object in, @Nullable MemorySegment out, long count, Datatype type, Op op, int root) {
    Datatype keptType = Datatype.kept(type);
    Op keptOp = Op.kept(op);
    return LargeCall.of(call, comm, calls -> calls.reductions.reduce(Arguments.memory(in, call), 0, out, 0, count, keptType, keptOp, root));
  }

  /** Combines at every rank. */
  protected static Prepared<Request, Prequest, Info> allReduceLarge(String call, Comm comm, Object in, MemorySegment out, long count, Datatype type, Op op) {
    Datatype keptType = Datatype.kept(type);
    Op keptOp = Op.kept(op);
    return LargeCall.of(call, comm, calls -> calls.reductions.allReduce(Arguments.memory(in, call), 0, Arguments.memory(out, call), 0, count, keptType, keptOp));
  }

  /** Combines the operands of the ranks up to each one. */
  protected static Prepared<Request, Prequest, Info> scanLarge(String call, Comm comm, Object in, MemorySegment out, long count, Datatype type, Op op) {
    Datatype keptType = Datatype.kept(type);
    Op keptOp = Op.kept(op);
    return LargeCall.of(call, comm, calls -> calls.reductions.scan(Arguments.memory(in, call), 0, Arguments.memory(out, call), 0, count, keptType, keptOp));
  }

  /** Combines the operands of the ranks before each one. */
  protected static Prepared<Request, Prequest, Info> exScanLarge(String call, Comm comm, Object in, MemorySegment out, long count, Datatype type, Op op) {
    Datatype keptType = Datatype.kept(type);
    Op keptOp = Op.kept(op);
    return LargeCall.of(call, comm, calls -> calls.reductions.exScan(Arguments.memory(in, call), 0, Arguments.memory(out, call), 0, count, keptType, keptOp));
  }

  /** Combines, and leaves each rank its block; {@code isBlock}: that of reduceScatterBlock. */
  protected static Prepared<Request, Prequest, Info> reduceScatterLarge(String call, boolean isBlock, Comm comm, MemorySegment in, MemorySegment out, long[] counts, Datatype type, Op op) {
    Datatype keptType = Datatype.kept(type);
    Op keptOp = Op.kept(op);
    return LargeCall.of(call, comm, calls -> calls.reductions.reduceScatter(isBlock, Arguments.memory(in, call), Arguments.memory(out, call), counts, keptType, keptOp));
  }

  /** Combines two pieces of memory of this process. */
  protected static void reduceLocalLarge(String call, MemorySegment in, MemorySegment inout, long count, Datatype type, Op op) {
    Arguments.op(null, op, call).combine(call, Arguments.memory(in, call), 0, Arguments.memory(inout, call), 0, count, type);
  }

  // ---- of neighbours: of a rank that only sends, or only receives, the other side is not looked at

  /** Block i of {@code out} comes from source i. */
  protected static Prepared<Request, Prequest, Info> neighborAllGatherLarge(String call, Comm comm, @Nullable MemorySegment in, long inCount, Datatype inType, @Nullable MemorySegment out, long outCount, Datatype outType) {
    Datatype keptInType = Datatype.kept(inType);
    Datatype keptOutType = Datatype.kept(outType);
    return LargeCall.of(call, comm, calls -> calls.neighbors().allGather(in, inCount, keptInType, out, outCount, keptOutType));
  }

  /** As {@link #neighborAllGatherLarge}, of blocks of lengths and places of their own. */
  protected static Prepared<Request, Prequest, Info> neighborAllGathervLarge(
      String call, Comm comm, @Nullable MemorySegment in, long inCount, Datatype inType, @Nullable MemorySegment out, long @Nullable [] outCounts, long @Nullable [] outStarts, Datatype outType) {
    Datatype keptInType = Datatype.kept(inType);
    Datatype keptOutType = Datatype.kept(outType);
    return LargeCall.of(call, comm, calls -> calls.neighbors().allGatherv(in, inCount, keptInType, out, BlockTable.of(outCounts, outStarts), keptOutType));
  }

  /** Block j of {@code in} goes to destination j, and block i of {@code out} comes from source i. */
  protected static Prepared<Request, Prequest, Info> neighborAllToAllLarge(String call, Comm comm, @Nullable MemorySegment in, long inCount, Datatype inType, @Nullable MemorySegment out, long outCount, Datatype outType) {
    Datatype keptInType = Datatype.kept(inType);
    Datatype keptOutType = Datatype.kept(outType);
    return LargeCall.of(call, comm, calls -> calls.neighbors().allToAll(in, inCount, keptInType, out, outCount, keptOutType));
  }

  /** As {@link #neighborAllToAllLarge}, of blocks of lengths and places of their own. */
  protected static Prepared<Request, Prequest, Info> neighborAllToAllvLarge(
      String call, Comm comm, @Nullable MemorySegment in, long @Nullable [] inCounts, long @Nullable [] inStarts, Datatype inType, @Nullable MemorySegment out, long @Nullable [] outCounts, long @Nullable [] outStarts, Datatype outType) {
    Datatype keptInType = Datatype.kept(inType);
    Datatype keptOutType = Datatype.kept(outType);
    return LargeCall.of(
        call, comm,
        calls ->
            calls.neighbors().allToAllv(in, BlockTable.of(inCounts, inStarts), keptInType, out, BlockTable.of(outCounts, outStarts), keptOutType));
  }

  /** As {@link #neighborAllToAllvLarge}, of blocks of datatypes of their own, with places in bytes. */
  protected static Prepared<Request, Prequest, Info> neighborAllToAllwLarge(
      String call, Comm comm, @Nullable MemorySegment in, long @Nullable [] inCounts, long @Nullable [] inStarts, Datatype @Nullable [] inTypes, @Nullable MemorySegment out, long @Nullable [] outCounts, long @Nullable [] outStarts, Datatype @Nullable [] outTypes) {
    Datatype @Nullable [] keptInTypes = inTypes == null ? null : Datatype.kept(inTypes);
    Datatype @Nullable [] keptOutTypes = outTypes == null ? null : Datatype.kept(outTypes);
    return LargeCall.of(call, comm, calls -> calls.neighbors().allToAllw(in, BlockTable.of(inCounts, inStarts), keptInTypes, out, BlockTable.of(outCounts, outStarts), keptOutTypes));
  }
}
