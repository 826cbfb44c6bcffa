package mpi;

import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.braid.mpi.data.BaseType;
import org.braid.mpi.data.TypeMap;
import org.braid.mpi.data.TypeMaps;

/** The type constructors: checks the arguments, which both families spell differently, and builds the type map. */
final class Derived {
  private Derived() {}

  static Datatype contiguous(int count, Datatype old) {
    checkCount("count", count);
    return derived(old, map -> TypeMaps.contiguous(count, map));
  }

  static Datatype vector(int count, int blockLength, long strideBytes, Datatype old) {
    checkCount("count", count);
    checkCount("block length", blockLength);
    return derived(old, map -> TypeMaps.vector(count, blockLength, strideBytes, map));
  }

  static Datatype indexed(int[] lengths, int[] displacements, int unitBytes, Datatype old) {
    checkBlocks(lengths, Arguments.displacements(displacements, "a datatype").length);
    return derived(old, map -> TypeMaps.indexed(lengths, inBytes(displacements, unitBytes), map));
  }

  static Datatype struct(int[] lengths, int[] displacements, int unitBytes, Datatype[] types, BaseType base) {
    checkBlocks(lengths, Arguments.displacements(displacements, "a datatype").length);
    checkBlocks(lengths, given(types).length);
    TypeMap[] maps = new TypeMap[types.length];
    for (int i = 0; i < types.length; i++) {
      maps[i] = Arguments.type(types[i], "a datatype").map;
    }
    return Datatype.derived(bounded(() -> TypeMaps.struct(lengths, inBytes(displacements, unitBytes), maps)), base, "");
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
            "Datatype.Struct: " + type.getName() + " has another base type than " + first.getName() + "; use createStruct on bytes");
      }
      first = type;
    }
    BaseType base = first == null ? BaseType.BYTE : first.base;
    return struct(lengths, displacements, base.bytes(), types, base);
  }

  static Datatype resized(Datatype old, int lowerBoundBytes, int extentBytes) {
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

  private static int[] inBytes(int[] displacements, int unitBytes) {
    int[] bytes = new int[displacements.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = Math.multiplyExact(displacements[i], unitBytes);
    }
    return bytes;
  }

  private static void checkCount(String what, int count) {
    if (count < 0) {
      throw new MPIException(ErrorClasses.ERR_COUNT, "the " + what + " of a datatype is " + count + ", which is negative");
    }
  }

  private static void checkBlocks(int[] lengths, int others) {
    if (Arguments.given(lengths, ErrorClasses.ERR_ARG, "a datatype: the array of block lengths").length != others) {
      throw new MPIException(ErrorClasses.ERR_ARG, "a datatype was given " + lengths.length + " block lengths but " + others + " blocks");
    }
    for (int length : lengths) {
      checkCount("block length", length);
    }
  }
}
