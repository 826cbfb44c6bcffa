package org.braid.mpi.data.reduction;

import org.braid.coll.engine.Reducer;
import org.braid.mpi.data.BaseType;
import org.braid.mpi.data.TypeMap;
import org.braid.mpi.data.UserMemory;
import org.jspecify.annotations.Nullable;

/**
 * An operator bound to the type of its elements: {@code inout[i] = in[i] op inout[i]}, so {@code in} is the operand of the lower
 * rank (MPI 4.1, 6.9.5). Safe for use by several threads at once.
 */
public abstract class Reduction implements Reducer {
  private final int elementBytes;
  private final boolean commutative;

  Reduction(int elementBytes, boolean commutative) {
    this.elementBytes = elementBytes;
    this.commutative = commutative;
  }

  /** Bytes of one element as it lies in memory, or of its data if it {@link #isPacked}; operands must not be cut inside an element. */
  public final int elementBytes() {
    return elementBytes;
  }

  /** Whether it combines elements that were packed, since they have gaps, which are not combined and belong to whoever has the memory. */
  public boolean isPacked() {
    return false;
  }

  /** Whether operands may change sides. */
  @Override
  public final boolean isCommutative() {
    return commutative;
  }

  @Override
  public boolean mayTakeLong() {
    return false;
  }

  /**
   * Combines {@code count} elements.
   *
   * @param in left operand: user memory, {@code inOffset} bytes from its start; only read
   * @param inout right operand and result
   */
  @Override
  public abstract void reduce(Object in, long inOffset, Object inout, long inoutOffset, int count);

  /**
   * The predefined operation for elements of {@code map}, or null if MPI does not define it for them: arithmetic for numbers,
   * logical and bitwise for integers and booleans, sum and product for complex numbers, MAXLOC and MINLOC for pairs.
   *
   * @param map elements of at most {@code Integer.MAX_VALUE} bytes, which the caller has checked
   */
  public static @Nullable Reduction of(ReductionOperation op, TypeMap map) {
    return switch (op) {
      case REPLACE -> map.isContiguous() ? new Replace((int) map.sizeBytes()) : null;
      case NO_OP -> new NoOp((int) map.extentBytes());
      case MAXLOC, MINLOC -> PairReduction.locate(op, map);
      default -> arithmetic(op, map);
    };
  }

  private static @Nullable Reduction arithmetic(ReductionOperation op, TypeMap map) {
    BaseType base = map.base();
    if (base == null || base == BaseType.OBJECT || !map.isContiguous()) {
      return null;
    }
    if (map.isComplex() && op != ReductionOperation.SUM) {
      return op == ReductionOperation.PROD ? new ComplexProduct(base, (int) map.sizeBytes()) : null;
    }
    Kernel kernel = Kernels.of(base);
    return kernel.supports(op) ? new ArrayReduction(kernel, op, (int) map.sizeBytes()) : null;
  }

  /** The left operand wins. */
  private static final class Replace extends Reduction {
    Replace(int elementBytes) {
      super(elementBytes, false);
    }

    @Override
    public void reduce(Object in, long inOffset, Object inout, long inoutOffset, int count) {
      UserMemory.copy(in, inOffset, inout, inoutOffset, Math.multiplyExact(count, elementBytes()));
    }
  }

  /** The right operand stays. */
  private static final class NoOp extends Reduction {
    NoOp(int elementBytes) {
      super(elementBytes, false);
    }

    @Override
    public void reduce(Object in, long inOffset, Object inout, long inoutOffset, int count) {}
  }
}
