package org.braid.mpi.data.reduction;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import org.braid.mpi.data.BaseType;
import org.braid.mpi.data.TypeMap;
import org.braid.mpi.data.UserMemory;
import org.jspecify.annotations.Nullable;

/**
 * MAXLOC and MINLOC over pairs (value, index), in C layout (MPI 4.1, 6.9.4). Derived pairs that lie otherwise come and go packed: what is between their data is the program's, and is not moved.
 *
 * <pre>
 *   0            indexAt                 extent        packed   0       indexAt  size
 *  +------------+-----------------------+             +-------+-------+
 *  | value      | index    (| padding)  |             | value | index |
 *  +------------+-----------------------+             +-------+-------+
 * </pre>
 *
 * The better value wins, of equal values the one with the lower index.
 */
final class PairReduction extends Reduction {
  private final BaseType valueType;
  private final BaseType indexType;
  private final int indexAt;
  private final int sign;
  private final boolean packed;

  private PairReduction(ReductionOperation op, TypeMap map, BaseType valueType, BaseType indexType, boolean isWhole) {
    super((int) (isWhole ? map.extentBytes() : map.sizeBytes()), true);
    this.valueType = valueType;
    this.indexType = indexType;
    this.indexAt = isWhole ? (int) map.elementAtBytes(1) : valueType.bytes();
    this.packed = !isWhole && !map.isContiguous();
    this.sign = op == ReductionOperation.MAXLOC ? 1 : -1;
  }

  static @Nullable PairReduction locate(ReductionOperation op, TypeMap map) {
    if (map.elements() != 2) {
      return null;
    }
    BaseType value = map.elementBase(0);
    BaseType index = map.elementBase(1);
    return isNumber(value) && isNumber(index) ? new PairReduction(op, map, value, index, liesAs(map, TypeMap.pair(value, index))) : null;
  }

  private static boolean liesAs(TypeMap map, TypeMap pair) {
    return map.lowerBoundBytes() == 0 && map.extentBytes() == pair.extentBytes() && map.elementAtBytes(0) == 0 && map.elementAtBytes(1) == pair.elementAtBytes(1);
  }

  private static boolean isNumber(BaseType type) {
    return switch (type) {
      case SHORT, INT, LONG, FLOAT, DOUBLE -> true;
      case BYTE, CHAR, BOOLEAN, PACKED, OBJECT -> false;
    };
  }

  @Override
  public boolean isPacked() {
    return packed;
  }

  @Override
  public void reduce(Object in, long inOffset, Object inout, long inoutOffset, int count) {
    MemorySegment a = UserMemory.view(in);
    MemorySegment b = UserMemory.view(inout);
    for (int i = 0; i < count; i++) {
      long step = (long) i * elementBytes();
      if (wins(a, inOffset + step, b, inoutOffset + step)) {
        MemorySegment.copy(a, inOffset + step, b, inoutOffset + step, indexAt + indexType.bytes());
      }
    }
  }

  /** Pairs of one type mostly lie in arrays of it: copies between them need no memory in between. */
  @Override
  public Object newScratch(long bytes) {
    return valueType == indexType ? Array.newInstance(valueType.arrayClass().getComponentType(), Math.toIntExact(Math.ceilDiv(bytes, valueType.bytes()))) : super.newScratch(bytes);
  }

  @Override
  public boolean likesScratch(Object scratch) {
    return valueType == indexType ? scratch.getClass() == valueType.arrayClass() : super.likesScratch(scratch);
  }

  private boolean wins(MemorySegment a, long i, MemorySegment b, long j) {
    int byValue = sign * compare(valueType, a, i, b, j);
    return byValue > 0 || byValue == 0 && compare(indexType, a, i + indexAt, b, j + indexAt) < 0;
  }

  private static int compare(BaseType type, MemorySegment a, long i, MemorySegment b, long j) {
    return switch (type) {
      case SHORT -> Short.compare(a.get(ValueLayout.JAVA_SHORT_UNALIGNED, i), b.get(ValueLayout.JAVA_SHORT_UNALIGNED, j));
      case INT -> Integer.compare(a.get(ValueLayout.JAVA_INT_UNALIGNED, i), b.get(ValueLayout.JAVA_INT_UNALIGNED, j));
      case LONG -> Long.compare(a.get(ValueLayout.JAVA_LONG_UNALIGNED, i), b.get(ValueLayout.JAVA_LONG_UNALIGNED, j));
      case FLOAT -> Float.compare(a.get(ValueLayout.JAVA_FLOAT_UNALIGNED, i), b.get(ValueLayout.JAVA_FLOAT_UNALIGNED, j));
      default -> Double.compare(a.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, i), b.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, j));
    };
  }
}
