package org.braid.mpi.data.reduction;

import org.braid.mpi.data.BaseType;

/** Reductions of {@code float} arrays: plain loops with one index, the shape that C2 vectorises. */
final class FloatKernel extends Kernel {
  FloatKernel() {
    super(BaseType.FLOAT);
  }

  @Override
  Object newArray(int elements) {
    return new float[elements];
  }

  @Override
  boolean reduce(ReductionOperation op, Object left, Object right, int from, int to) {
    final float[] in = (float[]) left;
    final float[] inout = (float[]) right;
    switch (op) {
      case MAX -> max(in, inout, from, to);
      case MIN -> min(in, inout, from, to);
      case SUM -> sum(in, inout, from, to);
      case PROD -> prod(in, inout, from, to);
      default -> {
        return false;
      }
    }
    return true;
  }

  private static void max(float[] in, float[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = Math.max(in[k], inout[k]);
    }
  }

  private static void min(float[] in, float[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = Math.min(in[k], inout[k]);
    }
  }

  private static void sum(float[] in, float[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = in[k] + inout[k];
    }
  }

  private static void prod(float[] in, float[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = in[k] * inout[k];
    }
  }
}
