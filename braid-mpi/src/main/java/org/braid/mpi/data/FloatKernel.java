package org.braid.mpi.data;

/** Reductions of {@code float} arrays from index 0: plain loops with one index, the shape that C2 vectorises. */
final class FloatKernel extends Kernel {
  FloatKernel() {
    super(BaseType.FLOAT);
  }

  @Override
  Object newArray(int elements) {
    return new float[elements];
  }

  @Override
  boolean reduce(Operation op, Object from, Object into, int n) {
    final float[] in = (float[]) from;
    final float[] inout = (float[]) into;
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

  private static void max(float[] in, float[] inout, int n) {
    for (int k = 0; k < n; k++) {
      inout[k] = Math.max(in[k], inout[k]);
    }
  }

  private static void min(float[] in, float[] inout, int n) {
    for (int k = 0; k < n; k++) {
      inout[k] = Math.min(in[k], inout[k]);
    }
  }

  private static void sum(float[] in, float[] inout, int n) {
    for (int k = 0; k < n; k++) {
      inout[k] = in[k] + inout[k];
    }
  }

  private static void prod(float[] in, float[] inout, int n) {
    for (int k = 0; k < n; k++) {
      inout[k] = in[k] * inout[k];
    }
  }
}
