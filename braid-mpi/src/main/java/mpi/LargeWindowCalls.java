package mpi;

import java.lang.foreign.MemorySegment;
import org.braid.mpi.window.Window;
import org.jspecify.annotations.Nullable;

/** What package {@code org.braid.mpix} uses for windows whose sizes, counts and displacements an int is too short for (MPI 4.1, section 2.5.8): the same calls as those with ints, of elements in memory segments. */
abstract class LargeWindowCalls extends WinState {
  LargeWindowCalls() {}

  LargeWindowCalls(Window made, Group group, Info given) {
    super(made, group, given);
  }

  private static Window window(String call, @Nullable Win win) {
    return Arguments.given(win, ErrorClasses.ERR_WIN, call + ": the window").window(call);
  }

  // ---- memory

  /** A window over memory of the program's. */
  protected static Win createLarge(@Nullable MemorySegment base, long size, long dispUnit, Info info, Comm comm) {
    return new Win(comm, info, () -> WinArguments.over(base, size, dispUnit, info));
  }

  /** A window with memory of its own. */
  protected static Win allocateLarge(long size, long dispUnit, Info info, Comm comm) {
    return new Win(comm, info, () -> WinArguments.allocated(null, size, dispUnit, info, Win.FLAVOR_PRIVATE));
  }

  /** Gives memory to a dynamic window; its displacement. */
  protected static long attachLarge(String call, Win win, MemorySegment base, long size) {
    Window here = window(call, win);
    long bytes = WinArguments.sizeBytes(here, call, Arguments.memory(base, call), size);
    return WinArguments.get(() -> here.attached(call).attach(base, bytes, true));
  }

  /** The displacement of attached memory. */
  protected static long displacementLarge(String call, Win win, MemorySegment base) {
    return WindowCalls.displacement(call, window(call, win), base);
  }

  // ---- accesses

  /** Writes to a target. */
  protected static void putLarge(String call, Win win, MemorySegment origin, long orgCount, Datatype orgType, int targetRank, long targetDisp, long targetCount, Datatype targetType) {
    WindowCalls.put(call, window(call, win), origin, orgCount, orgType, targetRank, targetDisp, targetCount, targetType);
  }

  /** As {@link #putLarge}, with a request. */
  protected static Request requestPutLarge(String call, Win win, MemorySegment origin, long orgCount, Datatype orgType, int targetRank, long targetDisp, long targetCount, Datatype targetType) {
    return WindowCalls.requestPut(call, window(call, win), origin, orgCount, orgType, targetRank, targetDisp, targetCount, targetType);
  }

  /** Reads from a target. */
  protected static void getLarge(String call, Win win, MemorySegment origin, long orgCount, Datatype orgType, int targetRank, long targetDisp, long targetCount, Datatype targetType) {
    WindowCalls.get(call, window(call, win), origin, orgCount, orgType, targetRank, targetDisp, targetCount, targetType);
  }

  /** As {@link #getLarge}, with a request. */
  protected static Request requestGetLarge(String call, Win win, MemorySegment origin, long orgCount, Datatype orgType, int targetRank, long targetDisp, long targetCount, Datatype targetType) {
    return WindowCalls.requestGet(call, window(call, win), origin, orgCount, orgType, targetRank, targetDisp, targetCount, targetType);
  }

  /** Combines with a target's elements. */
  protected static void accumulateLarge(String call, Win win, MemorySegment origin, long orgCount, Datatype orgType, int targetRank, long targetDisp, long targetCount, Datatype targetType, Op op) {
    WindowCalls.accumulate(call, window(call, win), origin, orgCount, orgType, targetRank, targetDisp, targetCount, targetType, op);
  }

  /** As {@link #accumulateLarge}, with a request. */
  protected static Request requestAccumulateLarge(String call, Win win, MemorySegment origin, long orgCount, Datatype orgType, int targetRank, long targetDisp, long targetCount, Datatype targetType, Op op) {
    return WindowCalls.requestAccumulate(call, window(call, win), origin, orgCount, orgType, targetRank, targetDisp, targetCount, targetType, op);
  }

  /** Combines, and answers what was there. */
  protected static void getAccumulateLarge(
      String call, Win win, @Nullable MemorySegment origin, long orgCount, @Nullable Datatype orgType, MemorySegment result, long resultCount, Datatype resultType, int targetRank, long targetDisp, long targetCount, Datatype targetType, Op op) {
    WindowCalls.getAccumulate(call, window(call, win), origin, orgCount, orgType, result, resultCount, resultType, targetRank, targetDisp, targetCount, targetType, op);
  }

  /** As {@link #getAccumulateLarge}, with a request. */
  protected static Request requestGetAccumulateLarge(
      String call, Win win, @Nullable MemorySegment origin, long orgCount, @Nullable Datatype orgType, MemorySegment result, long resultCount, Datatype resultType, int targetRank, long targetDisp, long targetCount, Datatype targetType, Op op) {
    return WindowCalls.requestGetAccumulate(call, window(call, win), origin, orgCount, orgType, result, resultCount, resultType, targetRank, targetDisp, targetCount, targetType, op);
  }

  /** As {@link #getAccumulateLarge}, of one element. */
  protected static void fetchAndOpLarge(String call, Win win, @Nullable MemorySegment origin, MemorySegment result, Datatype type, int targetRank, long targetDisp, Op op) {
    WindowCalls.fetchAndOp(call, window(call, win), origin, result, type, targetRank, targetDisp, op);
  }

  /** Writes an element if what is there equals another one. */
  protected static void compareAndSwapLarge(String call, Win win, MemorySegment origin, MemorySegment compare, MemorySegment result, Datatype type, int targetRank, long targetDisp) {
    WindowCalls.compareAndSwap(call, window(call, win), origin, compare, result, type, targetRank, targetDisp);
  }
}
