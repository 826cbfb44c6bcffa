package org.braid.mpi.data;

import java.util.Arrays;

/**
 * Parts of arrays of several dimensions as types (MPI 4.1, sections 5.1.3 and 5.1.4). The extent of such a type is that of the whole array. Arguments are checked by the caller.
 *
 * <pre>
 *   a part that one rank has of dimension d:  indices[d], rising        an element lies at  Σ index[d] * stride[d]
 * </pre>
 */
public final class ArrayMaps {
  private ArrayMaps() {}

  /** A box of {@code subSizes} elements from {@code starts}, in an array of {@code sizes}; the last dimension changes first from element to element, unless {@code firstIsFastest}. */
  public static TypeMap subarray(int[] sizes, int[] subSizes, int[] starts, boolean firstIsFastest, TypeMap old) {
    int[][] indices = new int[sizes.length][];
    for (int d = 0; d < sizes.length; d++) {
      int first = starts[d];
      indices[d] = new int[subSizes[d]];
      Arrays.setAll(indices[d], i -> first + i);
    }
    return of(sizes, indices, firstIsFastest, old);
  }

  /** The elements that are selected by an index in each dimension. */
  public static TypeMap of(int[] sizes, int[][] indices, boolean firstIsFastest, TypeMap old) {
    TypeMap part = old;
    long stride = old.extentBytes();
    for (int step = 0; step < sizes.length; step++) {
      int d = firstIsFastest ? step : sizes.length - 1 - step;
      part = step == 0 ? row(indices[d], part) : placed(indices[d], stride, part);
      stride = Math.multiplyExact(stride, sizes[d]);
    }
    return TypeMaps.resized(part, 0, Math.toIntExact(stride));
  }

  /** Neighbouring elements make one block. */
  private static TypeMap row(int[] indices, TypeMap element) {
    int[] lengths = new int[indices.length];
    int[] displacements = new int[indices.length];
    int blocks = 0;
    for (int i = 0; i < indices.length; i++) {
      if (i > 0 && indices[i] == indices[i - 1] + 1) {
        lengths[blocks - 1]++;
      } else {
        lengths[blocks] = 1;
        displacements[blocks++] = Math.multiplyExact(indices[i], element.extentBytes());
      }
    }
    return TypeMaps.indexed(Arrays.copyOf(lengths, blocks), Arrays.copyOf(displacements, blocks), element);
  }

  private static TypeMap placed(int[] indices, long stride, TypeMap part) {
    int[] ones = new int[indices.length];
    int[] displacements = new int[indices.length];
    Arrays.fill(ones, 1);
    for (int i = 0; i < indices.length; i++) {
      displacements[i] = Math.toIntExact(indices[i] * stride);
    }
    return TypeMaps.indexed(ones, displacements, part);
  }

  /**
   * Which indices of a dimension a rank has, when blocks of {@code blockLength} are dealt out in turn.
   *
   * @param size of the dimension
   * @param coord of the rank among {@code ranks} along this dimension
   */
  public static int[] dealt(int size, int blockLength, int ranks, int coord) {
    int[] indices = new int[size];
    int count = 0;
    long turn = (long) blockLength * ranks;
    for (long block = (long) blockLength * coord; block < size; block += turn) {
      for (long index = block; index < Math.min(size, block + blockLength); index++) {
        indices[count++] = (int) index;
      }
    }
    return Arrays.copyOf(indices, count);
  }
}
