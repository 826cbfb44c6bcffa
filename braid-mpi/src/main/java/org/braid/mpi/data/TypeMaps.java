package org.braid.mpi.data;

import java.util.Arrays;

/**
 * The type constructors of MPI 4.1, 5.1.2, all displacements and strides in bytes, all counts longs (section 2.5.8). A result that reaches farther than {@link TypeMap#FARTHEST_BYTES}, or whose description is too long
 * or too deep ({@link DataloopBuilder}), is refused with {@link ArithmeticException}; negative counts are the caller's to refuse.
 */
public final class TypeMaps {
  private TypeMaps() {}

  /** {@code count} elements of {@code old} one after the other. */
  public static TypeMap contiguous(long count, TypeMap old) {
    return indexed(new long[] {count}, new long[] {0}, old);
  }

  /** {@code count} blocks of {@code blockLength} elements, their starts {@code strideBytes} apart. Blocks that touch are one, however many. */
  public static TypeMap vector(long count, long blockLength, long strideBytes, TypeMap old) {
    if (count == 0 || blockLength == 0) {
      return contiguous(0, old);
    }
    TypeMap[] block = {resized(contiguous(blockLength, old), 0, strideBytes)};
    Dataloop loop = DataloopBuilder.of(new long[] {count}, new long[] {0}, block);
    BoundsBuilder bounds = new BoundsBuilder();
    bounds.add(old, blockLength, 0);
    bounds.add(old, blockLength, Math.multiplyExact(count - 1, strideBytes)); // the others lie between these
    return new TypeMap(loop, bounds.build(loop), old.isComplex());
  }

  /** Block i has {@code lengths[i]} elements from byte {@code displacements[i]}. */
  public static TypeMap indexed(long[] lengths, long[] displacements, TypeMap old) {
    TypeMap[] types = new TypeMap[lengths.length];
    Arrays.fill(types, old);
    return struct(lengths, displacements, types);
  }

  /** Block i has {@code lengths[i]} elements of {@code types[i]} from byte {@code displacements[i]}. */
  public static TypeMap struct(long[] lengths, long[] displacements, TypeMap[] types) {
    BoundsBuilder bounds = new BoundsBuilder();
    boolean complex = types.length > 0;
    for (int i = 0; i < types.length; i++) {
      complex &= types[i].isComplex();
      bounds.add(types[i], lengths[i], displacements[i]);
    }
    Dataloop loop = DataloopBuilder.of(lengths, displacements, types);
    return new TypeMap(loop, bounds.build(loop), complex);
  }

  /** {@code old} with a new lower bound and extent. */
  public static TypeMap resized(TypeMap old, long lowerBoundBytes, long extentBytes) {
    return new TypeMap(old.loop, old.bounds().resized(lowerBoundBytes, extentBytes), old.isComplex());
  }
}
