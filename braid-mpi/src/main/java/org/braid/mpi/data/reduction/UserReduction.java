package org.braid.mpi.data.reduction;

import java.lang.reflect.Array;
import org.braid.mpi.data.BaseType;
import org.braid.mpi.data.TypeMap;
import org.braid.mpi.data.UserMemory;

/**
 * A user's function over elements of a type with one base: it is shown arrays that hold the operands from index 0, whole
 * extents, so that its own index arithmetic holds for derived types too.
 */
public final class UserReduction extends Reduction {
  /** {@code inout[i] = in[i] op inout[i]} over arrays of the base type. */
  public interface Function {
    /** Combines {@code count} elements of the type, from index 0 of both arrays. */
    void apply(Object in, Object inout, int count);
  }

  private final Function function;
  private final BaseType base;

  /**
   * An operator for elements of {@code map}, all of base type {@code base}.
   *
   * @param map elements of at most {@code Integer.MAX_VALUE} bytes, which the caller has checked
   * @param commutative whether operands may change sides (MPI 4.1, section 6.9.5)
   */
  public UserReduction(TypeMap map, BaseType base, Function function, boolean commutative) {
    super((int) map.extentBytes(), commutative);
    this.function = function;
    this.base = base;
  }

  @Override
  public void reduce(Object in, long inOffset, Object inout, long inoutOffset, int count) {
    int bytes = Math.multiplyExact(count, elementBytes());
    Object left = newArray(bytes);
    Object right = newArray(bytes);
    UserMemory.copy(in, inOffset, left, 0, bytes);
    UserMemory.copy(inout, inoutOffset, right, 0, bytes);
    function.apply(left, right, count);
    UserMemory.copy(right, 0, inout, inoutOffset, bytes);
  }

  private Object newArray(int bytes) {
    return Array.newInstance(base.arrayClass().getComponentType(), bytes / base.bytes());
  }
}
