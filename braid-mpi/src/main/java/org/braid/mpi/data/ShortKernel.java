package org.braid.mpi.data;

/** Reductions of {@code short} arrays from index 0: plain loops with one index, the shape that C2 vectorises. */
final class ShortKernel extends Kernel {
  ShortKernel() {
    super(BaseType.SHORT);
  }

  @Override
  Object newArray(int elements) {
    return new short[elements];
  }

  @Override
  boolean reduce(Operation op, Object from, Object into, int n) {
    final short[] in = (short[]) from;
    final short[] inout = (short[]) into;
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

  private static void max(short[] in, short[] inout, int n) {
    for (int k = 0; k < n; k++) {
      inout[k] = in[k] > inout[k] ? in[k] : inout[k];
    }
  }

  private static void min(short[] in, short[] inout, int n) {
    for (int k = 0; k < n; k++) {
      inout[k] = in[k] < inout[k] ? in[k] : inout[k];
    }
  }

  private static void sum(short[] in, short[] inout, int n) {
    for (int k = 0; k < n; k++) {
      inout[k] = (short) (in[k] + inout[k]);
    }
  }

  private static void prod(short[] in, short[] inout, int n) {
    for (int k = 0; k < n; k++) {
      inout[k] = (short) (in[k] * inout[k]);
    }
  }

  private static void land(short[] in, short[] inout, int n) {
    for (int k = 0; k < n; k++) {
      inout[k] = in[k] != 0 && inout[k] != 0 ? (short) 1 : (short) 0;
    }
  }

  private static void band(short[] in, short[] inout, int n) {
    for (int k = 0; k < n; k++) {
      inout[k] = (short) (in[k] & inout[k]);
    }
  }

  private static void lor(short[] in, short[] inout, int n) {
    for (int k = 0; k < n; k++) {
      inout[k] = in[k] != 0 || inout[k] != 0 ? (short) 1 : (short) 0;
    }
  }

  private static void bor(short[] in, short[] inout, int n) {
    for (int k = 0; k < n; k++) {
      inout[k] = (short) (in[k] | inout[k]);
    }
  }

  private static void lxor(short[] in, short[] inout, int n) {
    for (int k = 0; k < n; k++) {
      inout[k] = in[k] != 0 ^ inout[k] != 0 ? (short) 1 : (short) 0;
    }
  }

  private static void bxor(short[] in, short[] inout, int n) {
    for (int k = 0; k < n; k++) {
      inout[k] = (short) (in[k] ^ inout[k]);
    }
  }
}
