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

  /** Indices of one dimension: {@code count} blocks of {@code length}, the first one at {@code first}, each {@code turn} behind the one before; and a last block of {@code rest} in the next place. */
  public record Blocks(long first, long count, long length, long turn, long rest) {
    private TypeMap of(TypeMap element, long stride) {
      TypeMap each = TypeMaps.resized(element, 0, stride);
      TypeMap whole = TypeMaps.vector(count, length, count > 1 ? Math.multiplyExact(turn, stride) : 0, each);
      long start = Math.multiplyExact(first, stride);
      return rest == 0
          ? TypeMaps.indexed(new long[] {1}, new long[] {start}, whole)
          : TypeMaps.struct(new long[] {1, rest}, new long[] {start, Math.multiplyExact(first + count * turn, stride)}, new TypeMap[] {whole, each});
    }
  }

  /** A box of {@code subSizes} elements from {@code starts}, in an array of {@code sizes}; the last dimension changes first from element to element, unless {@code firstIsFastest}. */
  public static TypeMap subarray(long[] sizes, long[] subSizes, long[] starts, boolean firstIsFastest, TypeMap old) {
    Blocks[] blocks = new Blocks[sizes.length];
    Arrays.setAll(blocks, d -> new Blocks(starts[d], 1, subSizes[d], 0, 0));
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
   */
  public static Blocks dealt(long size, long blockLength, int ranks, int coord) {
    if (ranks == 1) {
      return new Blocks(0, 1, size, 0, 0);
    }
    long turn = Math.multiplyExact(blockLength, (long) ranks);
    long first = Math.multiplyExact(blockLength, (long) coord);
    long left = Math.max(0, size - first);
    long inLast = left % turn; // elements of the last turn, from this rank's on
    long rest = inLast < blockLength ? inLast : 0;
    return new Blocks(first, Math.ceilDiv(left - rest, turn), blockLength, turn, rest);
  }
}
