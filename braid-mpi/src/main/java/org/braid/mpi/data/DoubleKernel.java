package org.braid.mpi.data;

/** Reductions of {@code double} arrays from index 0: plain loops with one index, the shape that C2 vectorises. */
final class DoubleKernel extends Kernel {
  DoubleKernel() {
    super(BaseType.DOUBLE);
  }

  @Override
  Object newArray(int elements) {
    return new double[elements];
  }

  @Override
  boolean reduce(Operation op, Object from, Object into, int n) {
    final double[] in = (double[]) from;
    final double[] inout = (double[]) into;
    switch (op) {
      case MAX -> max(in, inout, n);
      case MIN -> min(in, inout, n);
      case SUM -> sum(in, inout, n);
      case PROD -> prod(in, inout, n);
      default -> {
        return false;
      }
    }
    return true;
  }

  private static void max(double[] in, double[] inout, int n) {
    for (int k = 0; k < n; k++) {
      inout[k] = Math.max(in[k], inout[k]);
    }
  }

  private static void min(double[] in, double[] inout, int n) {
    for (int k = 0; k < n; k++) {
      inout[k] = Math.min(in[k], inout[k]);
    }
  }

  private static void sum(double[] in, double[] inout, int n) {
    for (int k = 0; k < n; k++) {
      inout[k] = in[k] + inout[k];
    }
  }

  private static void prod(double[] in, double[] inout, int n) {
    for (int k = 0; k < n; k++) {
      inout[k] = in[k] * inout[k];
    }
  }
}
