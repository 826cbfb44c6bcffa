package org.braid.mpi.data;

/**
 * The type constructors of MPI 4.1, 5.1.2, all displacements and strides in bytes. A result whose bounds, size or number of
 * blocks does not fit an {@code int} is refused with {@link ArithmeticException}; negative counts are the caller's to refuse.
 */
public final class TypeMaps {
  private TypeMaps() {}

  /** {@code count} elements of {@code old} one after the other. */
  public static TypeMap contiguous(int count, TypeMap old) {
    return indexed(new int[] {count}, new int[] {0}, old);
  }

  /** {@code count} blocks of {@code blockLength} elements, their starts {@code strideBytes} apart. */
  public static TypeMap vector(int count, int blockLength, long strideBytes, TypeMap old) {
    int[] lengths = new int[count];
    int[] displacements = new int[count];
    for (int i = 0; i < count; i++) {
      lengths[i] = blockLength;
      displacements[i] = Math.toIntExact(i * strideBytes);
    }
    return indexed(lengths, displacements, old);
  }

  /** Block i has {@code lengths[i]} elements from byte {@code displacements[i]}. */
  public static TypeMap indexed(int[] lengths, int[] displacements, TypeMap old) {
    TypeMap[] types = new TypeMap[lengths.length];
    java.util.Arrays.fill(types, old);
    return struct(lengths, displacements, types);
  }

  /** Block i has {@code lengths[i]} elements of {@code types[i]} from byte {@code displacements[i]}. */
  public static TypeMap struct(int[] lengths, int[] displacements, TypeMap[] types) {
    RunsBuilder runs = new RunsBuilder();
    BoundsBuilder bounds = new BoundsBuilder();
    boolean complex = types.length > 0;
    for (int i = 0; i < types.length; i++) {
      complex &= types[i].isComplex();
      bounds.add(types[i], lengths[i], displacements[i]);
      runs.repeat(types[i], lengths[i], displacements[i]);
    }
    Runs built = runs.build();
    return new TypeMap(built, bounds.build(built), complex);
  }

  /** {@code old} with a new lower bound and extent. */
  public static TypeMap resized(TypeMap old, int lowerBoundBytes, int extentBytes) {
    return new TypeMap(old.runs, old.bounds().resized(lowerBoundBytes, extentBytes), old.isComplex());
  }
}
