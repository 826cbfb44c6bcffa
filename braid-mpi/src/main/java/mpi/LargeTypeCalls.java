package mpi;

import org.braid.mpi.data.BaseType;
import org.braid.mpi.data.TypeMap;
import org.jspecify.annotations.Nullable;

/** What package {@code org.braid.mpix} uses for datatypes that ints are too short for (MPI 4.1, sections 2.5.8 and 5.1): the constructors of {@link Datatype}, whose counts are longs inside. */
abstract class LargeTypeCalls extends StartedPointToPoint {
  LargeTypeCalls() {}

  /** Elements one after the other. */
  protected static Datatype contiguousLarge(long count, Datatype old) {
    return Derived.contiguous(count, old);
  }

  /** Equal blocks at equal distances; {@code unitBytes} is the stride's unit, or 0 for elements. */
  protected static Datatype vectorLarge(String call, long count, long blockLength, long stride, int unitBytes, Datatype old) {
    return Derived.vector(count, blockLength, stride, unit(call, unitBytes, old), old);
  }

  /** Blocks at displacements; {@code unitBytes} is their unit, or 0 for elements. */
  protected static Datatype indexedLarge(String call, long @Nullable [] lengths, long @Nullable [] displacements, int unitBytes, Datatype old) {
    return Derived.indexed(lengths, displacements, unit(call, unitBytes, old), old);
  }

  private static long unit(String call, int bytes, Datatype old) {
    return bytes > 0 ? bytes : Arguments.type(old, call).map.extentBytes();
  }

  /** Blocks of different types at displacements in bytes. */
  protected static Datatype structLarge(long @Nullable [] lengths, long @Nullable [] displacements, Datatype[] types) {
    return Derived.struct(lengths, displacements, 1, types, BaseType.BYTE);
  }

  /** A box in an array. */
  protected static Datatype subarrayLarge(String call, long @Nullable [] sizes, long @Nullable [] subSizes, long @Nullable [] starts, int order, Datatype old) {
    return ArrayTypes.subarray(call, sizes, subSizes, starts, order, old);
  }

  /** What one rank has of an array. */
  protected static Datatype darrayLarge(String call, int size, int rank, long @Nullable [] sizes, int[] distributions, int[] arguments, int[] ranks, int order, Datatype old) {
    return ArrayTypes.darray(call, size, rank, sizes, distributions, arguments, ranks, order, old);
  }

  /** Other bounds, in bytes. */
  protected static Datatype resizedLarge(Datatype old, long lowerBoundBytes, long extentBytes) {
    return Derived.resized(old, lowerBoundBytes, extentBytes);
  }

  /** What tells sizes and bounds in bytes. */
  protected static TypeMap mapOf(String call, Datatype type) {
    return Arguments.type(type, call).map;
  }
}
