package org.braid.mpi.data;

/** Reductions of {@code long} arrays from index 0: plain loops with one index, the shape that C2 vectorises. */
final class LongKernel extends Kernel {
  LongKernel() {
    super(BaseType.LONG);
  }

  @Override
  Object newArray(int elements) {
    return new long[elements];
  }

  @Override
  boolean reduce(Operation op, Object from, Object into, int n) {
    final long[] in = (long[]) from;
    final long[] inout = (long[]) into;
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

  private static void max(long[] in, long[] inout, int n) {
    for (int k = 0; k < n; k++) {
      inout[k] = Math.max(in[k], inout[k]);
    }
  }

  private static void min(long[] in, long[] inout, int n) {
    for (int k = 0; k < n; k++) {
      inout[k] = Math.min(in[k], inout[k]);
    }
  }

  private static void sum(long[] in, long[] inout, int n) {
    for (int k = 0; k < n; k++) {
      inout[k] = in[k] + inout[k];
    }
  }

  private static void prod(long[] in, long[] inout, int n) {
    for (int k = 0; k < n; k++) {
      inout[k] = in[k] * inout[k];
    }
  }

  private static void land(long[] in, long[] inout, int n) {
    for (int k = 0; k < n; k++) {
      inout[k] = in[k] != 0 && inout[k] != 0 ? 1L : 0L;
    }
  }

  private static void band(long[] in, long[] inout, int n) {
    for (int k = 0; k < n; k++) {
      inout[k] = in[k] & inout[k];
    }
  }

  private static void lor(long[] in, long[] inout, int n) {
    for (int k = 0; k < n; k++) {
      inout[k] = in[k] != 0 || inout[k] != 0 ? 1L : 0L;
    }
  }

  private static void bor(long[] in, long[] inout, int n) {
    for (int k = 0; k < n; k++) {
      inout[k] = in[k] | inout[k];
    }
  }

  private static void lxor(long[] in, long[] inout, int n) {
    for (int k = 0; k < n; k++) {
      inout[k] = in[k] != 0 ^ inout[k] != 0 ? 1L : 0L;
    }
  }

  private static void bxor(long[] in, long[] inout, int n) {
    for (int k = 0; k < n; k++) {
      inout[k] = in[k] ^ inout[k];
    }
  }
}
