package org.braid.mpi.data.reduction;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.braid.mpi.data.BaseType;
import org.braid.mpi.data.UserMemory;

/** Product of complex numbers stored as (real, imaginary) pairs of float or double. */
final class ComplexProduct extends Reduction {
  private final boolean wide;
  private final int half;

  ComplexProduct(BaseType base, int elementBytes) {
    super(elementBytes, true);
    this.half = base.bytes();
    this.wide = base == BaseType.DOUBLE;
  }

  @Override
  public void reduce(Object in, long inOffset, Object inout, long inoutOffset, int count) {
    MemorySegment a = UserMemory.view(in);
    MemorySegment b = UserMemory.view(inout);
    final long bytes = (long) count * elementBytes();
    for (long step = 0; step < bytes; step += 2L * half) {
      multiply(a, inOffset + step, b, inoutOffset + step);
    }
  }

  private void multiply(MemorySegment a, long i, MemorySegment b, long j) {
    double re = get(a, i) * get(b, j) - get(a, i + half) * get(b, j + half);
    double im = get(a, i) * get(b, j + half) + get(a, i + half) * get(b, j);
    set(b, j, re);
    set(b, j + half, im);
  }

  private double get(MemorySegment s, long at) {
    return wide ? s.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, at) : s.get(ValueLayout.JAVA_FLOAT_UNALIGNED, at);
  }

  private void set(MemorySegment s, long at, double value) {
    if (wide) {
      s.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, at, value);
    } else {
      s.set(ValueLayout.JAVA_FLOAT_UNALIGNED, at, (float) value);
    }
  }
}
