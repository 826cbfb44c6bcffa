package org.braid.mpi.data;

/** Reductions of {@code int} arrays from index 0: plain loops with one index, the shape that C2 vectorises. */
final class IntKernel extends Kernel {
  IntKernel() {
    super(BaseType.INT);
  }

  @Override
  Object newArray(int elements) {
    return new int[elements];
  }

  @Override
  boolean reduce(Operation op, Object from, Object into, int n) {
    final int[] in = (int[]) from;
    final int[] inout = (int[]) into;
    switch (op) {
      case MAX -> max(in, inout, n);
      case MIN -> min(in, inout, n);
      case SUM -> sum(in, inout, n);
      case PROD -> prod(in, inout, n);
      case LAND -> land(in, inout, n);
      case BAND -> band(in, inout, n);
      case LOR -> lor(in, inout, n);
      case BOR -> bor(in, inout, n);
      case LXOR -> lxor(in, inout, n);
      case BXOR -> bxor(in, inout, n);
      default -> {
        return false;
      }
    }
    return true;
  }

  private static void max(int[] in, int[] inout, int n) {
    for (int k = 0; k < n; k++) {
      inout[k] = Math.max(in[k], inout[k]);
    }
  }

  private static void min(int[] in, int[] inout, int n) {
    for (int k = 0; k < n; k++) {
      inout[k] = Math.min(in[k], inout[k]);
    }
  }

  private static void sum(int[] in, int[] inout, int n) {
    for (int k = 0; k < n; k++) {
      inout[k] = in[k] + inout[k];
    }
  }

  private static void prod(int[] in, int[] inout, int n) {
    for (int k = 0; k < n; k++) {
      inout[k] = in[k] * inout[k];
    }
  }

  private static void land(int[] in, int[] inout, int n) {
    for (int k = 0; k < n; k++) {
      inout[k] = in[k] != 0 && inout[k] != 0 ? 1 : 0;
    }
  }

  private static void band(int[] in, int[] inout, int n) {
    for (int k = 0; k < n; k++) {
      inout[k] = in[k] & inout[k];
    }
  }

  private static void lor(int[] in, int[] inout, int n) {
    for (int k = 0; k < n; k++) {
      inout[k] = in[k] != 0 || inout[k] != 0 ? 1 : 0;
    }
  }

  private static void bor(int[] in, int[] inout, int n) {
    for (int k = 0; k < n; k++) {
      inout[k] = in[k] | inout[k];
    }
  }

  private static void lxor(int[] in, int[] inout, int n) {
    for (int k = 0; k < n; k++) {
      inout[k] = in[k] != 0 ^ inout[k] != 0 ? 1 : 0;
    }
  }

  private static void bxor(int[] in, int[] inout, int n) {
    for (int k = 0; k < n; k++) {
      inout[k] = in[k] ^ inout[k];
    }
  }
}
