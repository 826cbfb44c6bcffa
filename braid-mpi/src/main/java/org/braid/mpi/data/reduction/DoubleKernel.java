package org.braid.mpi.data.reduction;

import org.braid.mpi.data.BaseType;

/** Reductions of {@code double} arrays: plain loops with one index, the shape that C2 vectorises. */
final class DoubleKernel extends Kernel {
  DoubleKernel() {
    super(BaseType.DOUBLE);
  }

  @Override
  Object newArray(int elements) {
    return new double[elements];
  }

  @Override
  boolean reduce(ReductionOperation op, Object left, Object right, int from, int to) {
    final double[] in = (double[]) left;
    final double[] inout = (double[]) right;
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

  private static void max(double[] in, double[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = Math.max(in[k], inout[k]);
    }
  }

  private static void min(double[] in, double[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = Math.min(in[k], inout[k]);
    }
  }

  private static void sum(double[] in, double[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = in[k] + inout[k];
    }
  }

  private static void prod(double[] in, double[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = in[k] * inout[k];
    }
  }
}
