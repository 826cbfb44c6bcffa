package org.braid.mpi.data;

import java.util.Arrays;

/**
 * Parts of arrays of several dimensions as types (MPI 4.1, sections 5.1.3 and 5.1.4). The extent of such a type is that of the whole array. Arguments are checked by the caller.
 *
 * <pre>
 *   a part that one rank has of dimension d:  blocks of indices, rising      an element lies at  Σ index[d] * stride[d]
 * </pre>
 */
public final class ArrayMaps {
  private ArrayMaps() {}

  /** Indices of one dimension: {@code lengths[i]} of them from {@code starts[i]} on. */
  public record Blocks(long[] starts, long[] lengths) {
    private TypeMap of(TypeMap element, long stride) {
      long[] displacements = new long[starts.length];
      Arrays.setAll(displacements, i -> Math.multiplyExact(starts[i], stride));
      return TypeMaps.indexed(lengths, displacements, TypeMaps.resized(element, 0, stride));
    }
  }

  /** A box of {@code subSizes} elements from {@code starts}, in an array of {@code sizes}; the last dimension changes first from element to element, unless {@code firstIsFastest}. */
  public static TypeMap subarray(long[] sizes, long[] subSizes, long[] starts, boolean firstIsFastest, TypeMap old) {
    Blocks[] blocks = new Blocks[sizes.length];
    Arrays.setAll(blocks, d -> new Blocks(new long[] {starts[d]}, new long[] {subSizes[d]}));
    return of(sizes, blocks, firstIsFastest, old);
  }

  /** The elements that are selected by an index in each dimension. */
  public static TypeMap of(long[] sizes, Blocks[] blocks, boolean firstIsFastest, TypeMap old) {
    TypeMap part = old;
    long stride = old.extentBytes();
    for (int step = 0; step < sizes.length; step++) {
      int d = firstIsFastest ? step : sizes.length - 1 - step;
      part = blocks[d].of(part, stride);
      stride = Math.multiplyExact(stride, sizes[d]);
    }
    return TypeMaps.resized(part, 0, stride);
  }

  /**
   * Which indices of a dimension a rank has, when blocks of {@code blockLength} are dealt out in turn.
   *
   * @param size of the dimension
   * @param coord of the rank among {@code ranks} along this dimension
   * @throws ArithmeticException for more blocks than a type may have
   */
  public static Blocks dealt(long size, long blockLength, int ranks, int coord) {
    if (ranks == 1) {
      return new Blocks(new long[] {0}, new long[] {size});
    }
    long turn = Math.multiplyExact(blockLength, (long) ranks);
    long first = Math.multiplyExact(blockLength, (long) coord);
    long blocks = first >= size ? 0 : Math.ceilDiv(size - first, turn);
    if (blocks > RunsBuilder.MAX_RUNS) {
      throw new ArithmeticException("a dimension is dealt out in " + blocks + " blocks to one rank, and a type has at most " + RunsBuilder.MAX_RUNS);
    }
    long[] starts = new long[(int) blocks];
    long[] lengths = new long[starts.length];
    for (int i = 0; i < starts.length; i++) {
      starts[i] = first + i * turn;
      lengths[i] = Math.min(blockLength, size - starts[i]);
    }
    return new Blocks(starts, lengths);
  }
}
