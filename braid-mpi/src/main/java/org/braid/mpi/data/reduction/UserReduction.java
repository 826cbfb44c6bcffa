package org.braid.mpi.data.reduction;

import java.lang.reflect.Array;
import org.braid.mpi.data.BaseType;
import org.braid.mpi.data.Packing;
import org.braid.mpi.data.TypeMap;
import org.braid.mpi.data.UserMemory;

/**
 * A user's function over elements of a type with one base: it is shown arrays in which the operands lie as in its own, so that its own index arithmetic holds for derived types too. Elements with gaps come and go packed:
 * what lies in a gap is not shown, and not moved.
 *
 * <pre>
 *   packed   | data of element 0 | data of element 1 | …
 *   shown    ··data of element 0···data of element 1···        element 0 begins at {@code offset}, which is above 0 where data lies before its element
 * </pre>
 */
public final class UserReduction extends Reduction {
  /** {@code inout[i] = in[i] op inout[i]} over arrays of the base type. */
  public interface Function {
    /** Combines {@code count} elements of the type, from index {@code offset} of both arrays. */
    void apply(Object in, Object inout, int offset, int count);
  }

  /** Elements with gaps are shown so many bytes at a time, or one by one. */
  private static final long SHOWN_BYTES = 16 << 20;

  private final TypeMap map;
  private final Function function;
  private final BaseType base;

  /**
   * An operator for elements of {@code map}, all of base type {@code base}.
   *
   * @param map elements that lie within {@code Integer.MAX_VALUE} bytes, which the caller has checked
   * @param commutative whether operands may change sides (MPI 4.1, section 6.9.5)
   */
  public UserReduction(TypeMap map, BaseType base, Function function, boolean commutative) {
    super((int) map.sizeBytes(), commutative);
    this.map = map;
    this.function = function;
    this.base = base;
  }

  @Override
  public boolean isPacked() {
    return !map.isContiguous();
  }

  @Override
  public boolean mayTakeLong() {
    return true;
  }

  @Override
  public void reduce(Object in, long inOffset, Object inout, long inoutOffset, int count) {
    if (isPacked()) {
      reduceSpread(in, inOffset, inout, inoutOffset, count);
      return;
    }
    int bytes = Math.multiplyExact(count, elementBytes());
    Object left = newArray(bytes);
    Object right = newArray(bytes);
    copy(in, inOffset, left, 0, bytes);
    copy(inout, inoutOffset, right, 0, bytes);
    function.apply(left, right, 0, count);
    copy(right, 0, inout, inoutOffset, bytes);
  }

  private void copy(Object from, long fromOffset, Object to, long toOffset, int bytes) {
    int unit = base.bytes();
    if (likesScratch(from) && likesScratch(to) && (fromOffset | toOffset | bytes) % unit == 0) {
      System.arraycopy(from, Math.toIntExact(fromOffset / unit), to, Math.toIntExact(toOffset / unit), bytes / unit);
    } else {
      UserMemory.copy(from, fromOffset, to, toOffset, bytes);
    }
  }

  private void reduceSpread(Object in, long inOffset, Object inout, long inoutOffset, int count) {
    int most = (int) Math.max(1, SHOWN_BYTES / Math.max(1, Math.abs(map.extentBytes())));
    for (int done = 0; done < count; done += Math.min(most, count - done)) {
      int some = Math.min(most, count - done);
      long at = (long) done * elementBytes();
      long bytes = (long) some * elementBytes();
      int before = elementsBefore(some);
      long start = (long) before * base.bytes();
      long end = start + Math.max(map.endTouched(some), some * map.upperBoundBytes());
      Object left = newArray(end);
      Object right = newArray(end);
      Packing.unpack(map, in, inOffset + at, bytes, left, start);
      Packing.unpack(map, inout, inoutOffset + at, bytes, right, start);
      function.apply(left, right, before, some);
      long packed = Packing.pack(map, right, start, some, inout, inoutOffset + at);
    }
  }

  /** Of the base type: room for data that lies before the first of {@code count} elements. */
  private int elementsBefore(int count) {
    return (int) Math.ceilDiv(-Math.min(0, map.firstTouched(count)), base.bytes());
  }

  /** Of the kind in which users mostly have what is combined: copies between them need no memory in between. */
  @Override
  public Object newScratch(long bytes) {
    return newArray(bytes);
  }

  @Override
  public boolean likesScratch(Object scratch) {
    return scratch.getClass() == base.arrayClass();
  }

  private Object newArray(long bytes) {
    return Array.newInstance(base.arrayClass().getComponentType(), Math.toIntExact(Math.ceilDiv(Math.max(0, bytes), base.bytes())));
  }
}
