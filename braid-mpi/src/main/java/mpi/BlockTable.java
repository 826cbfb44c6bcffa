package mpi;

import org.braid.coll.engine.Call;
import org.braid.mpi.title.Titled;
import org.jspecify.annotations.Nullable;

/**
 * Where the blocks of a collective lie whose lengths and places differ: how many units each has, and at which unit it begins. The arrays are a program's own, of ints, or of longs where it counts
 * beyond those (MPI 4.1, section 2.5.8).
 */
final class BlockTable {
  private static final int[] NO_INTS = {};

  /** No block. */
  static final BlockTable NONE = of(NO_INTS, NO_INTS);

  private final int @Nullable [] counts;
  private final int @Nullable [] starts;
  private final long @Nullable [] largeCounts;
  private final long @Nullable [] largeStarts;

  private BlockTable(int @Nullable [] counts, int @Nullable [] starts, long @Nullable [] largeCounts, long @Nullable [] largeStarts) {
    this.counts = counts;
    this.starts = starts;
    this.largeCounts = largeCounts;
    this.largeStarts = largeStarts;
  }

  /** As a program gives it; {@link #check} looks at it. */
  static BlockTable of(int @Nullable [] counts, int @Nullable [] starts) {
    return new BlockTable(counts, starts, null, null);
  }

  /** As {@link #of(int[], int[])}. */
  static BlockTable of(long @Nullable [] counts, long @Nullable [] starts) {
    return new BlockTable(null, null, counts, starts);
  }

  /** As many blocks, one behind the other, of as many units each. */
  static BlockTable equal(int blocks, long count) {
    if (count == (int) count && count * blocks <= Integer.MAX_VALUE) {
      return of(BlockExchange.equal(blocks, (int) count), BlockExchange.equalStarts(blocks, (int) count));
    }
    long[] counts = new long[blocks];
    long[] starts = new long[blocks];
    for (int r = 0; r < blocks; r++) {
      counts[r] = count;
      starts[r] = times("blocks", r, count);
    }
    return of(counts, starts);
  }

  /** @throws MPIException ERR_ARG if an array is null, or too short for as many ranks */
  void check(Titled on, String call, int size) {
    boolean isLarge = largeCounts != null || largeStarts != null;
    int countsGiven = length(on, largeCounts, counts, isLarge, call, "the array of counts");
    int startsGiven = length(on, largeStarts, starts, isLarge, call, "the array of displacements");
    if (countsGiven < size || startsGiven < size) {
      throw Refusal.of(on, ErrorClasses.ERR_ARG, call, countsGiven + " counts and " + startsGiven + " displacements were given for " + size + " ranks");
    }
  }

  private static int length(Titled on, long @Nullable [] longs, int @Nullable [] ints, boolean isLarge, String call, String what) {
    return isLarge ? Refusal.given(on, longs, ErrorClasses.ERR_ARG, call, what).length : Refusal.given(on, ints, ErrorClasses.ERR_ARG, call, what).length;
  }

  /** How many blocks there are. */
  int length() {
    return largeCounts != null ? largeCounts.length : counts == null ? 0 : counts.length;
  }

  /** Units of block {@code r}. */
  long count(int r) {
    return entry(counts, largeCounts, r);
  }

  /** The unit at which block {@code r} begins. */
  long start(int r) {
    return entry(starts, largeStarts, r);
  }

  private static long entry(int @Nullable [] ints, long @Nullable [] longs, int r) {
    return longs != null ? longs[r] : ints == null ? 0 : ints[r];
  }

  /** As many blocks of as many units, all of which begin at unit 0: whoever gets one has only one. */
  BlockTable alone() {
    return largeCounts != null ? of(largeCounts, new long[length()]) : of(counts, new int[length()]);
  }

  /** The same in bytes. */
  BlockTable inBytes(long unitBytes) {
    if (unitBytes == 1) {
      return this;
    }
    long[] countsInBytes = new long[length()];
    long[] startsInBytes = new long[length()];
    for (int r = 0; r < countsInBytes.length; r++) {
      countsInBytes[r] = times("bytes", unitBytes, count(r));
      startsInBytes[r] = count(r) == 0 ? 0 : times("bytes", unitBytes, start(r)); // where nothing begins is nowhere
    }
    return of(countsInBytes, startsInBytes);
  }

  private static long times(String what, long factor, long count) {
    try {
      return Math.multiplyExact(factor, count);
    } catch (ArithmeticException tooMany) {
      throw new MPIException(ErrorClasses.ERR_COUNT, factor + " times " + count + " " + what + " are more than a long counts");
    }
  }

  /** Tells the call where the blocks lie that it sends. */
  Call in(Call call) {
    return largeCounts != null && largeStarts != null ? call.inTable(largeCounts, largeStarts) : call.inTable(counts == null ? NO_INTS : counts, starts == null ? NO_INTS : starts);
  }

  /** Tells the call where the blocks lie that it receives. */
  Call out(Call call) {
    return largeCounts != null && largeStarts != null ? call.outTable(largeCounts, largeStarts) : call.outTable(counts == null ? NO_INTS : counts, starts == null ? NO_INTS : starts);
  }
}
