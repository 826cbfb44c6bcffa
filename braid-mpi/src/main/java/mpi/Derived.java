package mpi;

import java.util.Arrays;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.braid.mpi.data.BaseType;
import org.braid.mpi.data.TypeMap;
import org.braid.mpi.data.TypeMaps;
import org.jspecify.annotations.Nullable;

/** The type constructors: checks the arguments, which both families spell differently, and builds the type map. */
final class Derived {
  private Derived() {}

  static Datatype contiguous(long count, Datatype old) {
    checkCount("count", count);
    return derived(old, map -> TypeMaps.contiguous(count, map));
  }

  static Datatype vector(long count, long blockLength, long stride, long unitBytes, Datatype old) {
    checkCount("count", count);
    checkCount("block length", blockLength);
    return derived(old, map -> TypeMaps.vector(count, blockLength, Math.multiplyExact(stride, unitBytes), map));
  }

  static Datatype indexed(int[] lengths, int[] displacements, long unitBytes, Datatype old) {
    return indexed(longs(lengths), longs(displacements), unitBytes, old);
  }

  static Datatype indexed(long @Nullable [] lengths, long @Nullable [] displacements, long unitBytes, Datatype old) {
    long[] places = displacements(displacements);
    long[] blocks = blocks(lengths, places.length);
    return derived(old, map -> TypeMaps.indexed(blocks, inBytes(places, unitBytes), map));
  }

  static Datatype struct(int[] lengths, int[] displacements, int unitBytes, Datatype[] types, BaseType base) {
    return struct(longs(lengths), longs(displacements), unitBytes, types, base);
  }

  static Datatype struct(long @Nullable [] lengths, long @Nullable [] displacements, int unitBytes, Datatype[] types, BaseType base) {
    long[] places = displacements(displacements);
    long[] blocks = blocks(lengths, places.length);
    checkBlocks(blocks, given(types).length);
    TypeMap[] maps = new TypeMap[types.length];
    for (int i = 0; i < types.length; i++) {
      maps[i] = Arguments.type(types[i], "a datatype").map;
      if (types[i].isObject() && base != BaseType.OBJECT) {
        throw new MPIException(ErrorClasses.ERR_TYPE, "createStruct: objects have no places among bytes; send them apart, as elements of MPI.OBJECT");
      }
    }
    return Datatype.derived(bounded(() -> TypeMaps.struct(blocks, inBytes(places, unitBytes), maps)), base, "");
  }

  static Datatype structOfOneBase(int[] lengths, int[] displacements, Datatype[] types) {
    Datatype first = null;
    for (Datatype type : given(types)) {
      if (Arguments.type(type, "Datatype.Struct").map.elements() == 0) {
        continue; // MPI.LB and MPI.UB have no base
      }
      if (first != null && type.base != first.base) {
        throw new MPIException(
            ErrorClasses.ERR_TYPE,
            "Datatype.Struct: " + Buffers.nameOf(type) + " has another base type than " + Buffers.nameOf(first) + "; use createStruct on bytes");
      }
      first = type;
    }
    BaseType base = first == null ? BaseType.BYTE : first.base;
    return struct(lengths, displacements, base.bytes(), types, base);
  }

  static Datatype resized(Datatype old, long lowerBoundBytes, long extentBytes) {
    return derived(old, map -> TypeMaps.resized(map, lowerBoundBytes, extentBytes));
  }

  static Datatype derived(Datatype old, UnaryOperator<TypeMap> constructor) {
    TypeMap map = Arguments.type(old, "a datatype").map;
    return Datatype.derived(bounded(() -> constructor.apply(map)), old.base, "");
  }

  private static Datatype[] given(Datatype[] types) {
    return Arguments.given(types, ErrorClasses.ERR_ARG, "a datatype: the array of datatypes");
  }

  private static TypeMap bounded(Supplier<TypeMap> map) {
    try {
      return map.get();
    } catch (ArithmeticException e) {
      throw new MPIException(ErrorClasses.ERR_COUNT, "the datatype is too large: " + e.getMessage(), e);
    }
  }

  /** What a program gives as ints; null stays that, and is refused like the other. */
  static long @Nullable [] longs(int @Nullable [] ints) {
    return ints == null ? null : Arrays.stream(ints).asLongStream().toArray();
  }

  private static long[] inBytes(long[] displacements, long unitBytes) {
    long[] bytes = new long[displacements.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = Math.multiplyExact(displacements[i], unitBytes);
    }
    return bytes;
  }

  private static void checkCount(String what, long count) {
    if (count < 0) {
      throw new MPIException(ErrorClasses.ERR_COUNT, "the " + what + " of a datatype is " + count + ", which is negative");
    }
  }

  private static long[] displacements(long @Nullable [] displacements) {
    return Arguments.given(displacements, ErrorClasses.ERR_ARG, "a datatype: the array of displacements");
  }

  private static long[] blocks(long @Nullable [] lengths, int others) {
    long[] given = Arguments.given(lengths, ErrorClasses.ERR_ARG, "a datatype: the array of block lengths");
    checkBlocks(given, others);
    return given;
  }

  private static void checkBlocks(long[] lengths, int others) {
    if (lengths.length != others) {
      throw new MPIException(ErrorClasses.ERR_ARG, "a datatype was given " + lengths.length + " block lengths but " + others + " blocks");
    }
    for (long length : lengths) {
      checkCount("block length", length);
    }
  }
}
