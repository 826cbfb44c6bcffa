package org.braid.mpi.data;

/** Reductions of {@code char} arrays from index 0: plain loops with one index, the shape that C2 vectorises. */
final class CharKernel extends Kernel {
  CharKernel() {
    super(BaseType.CHAR);
  }

  @Override
  Object newArray(int elements) {
    return new char[elements];
  }

  @Override
  boolean reduce(Operation op, Object from, Object into, int n) {
    final char[] in = (char[]) from;
    final char[] inout = (char[]) into;
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

  private static void max(char[] in, char[] inout, int n) {
    for (int k = 0; k < n; k++) {
      inout[k] = in[k] > inout[k] ? in[k] : inout[k];
    }
  }

  private static void min(char[] in, char[] inout, int n) {
    for (int k = 0; k < n; k++) {
      inout[k] = in[k] < inout[k] ? in[k] : inout[k];
    }
  }

  private static void sum(char[] in, char[] inout, int n) {
    for (int k = 0; k < n; k++) {
      inout[k] = (char) (in[k] + inout[k]);
    }
  }

  private static void prod(char[] in, char[] inout, int n) {
    for (int k = 0; k < n; k++) {
      inout[k] = (char) (in[k] * inout[k]);
    }
  }

  private static void land(char[] in, char[] inout, int n) {
    for (int k = 0; k < n; k++) {
      inout[k] = in[k] != 0 && inout[k] != 0 ? (char) 1 : (char) 0;
    }
  }

  private static void band(char[] in, char[] inout, int n) {
    for (int k = 0; k < n; k++) {
      inout[k] = (char) (in[k] & inout[k]);
    }
  }

  private static void lor(char[] in, char[] inout, int n) {
    for (int k = 0; k < n; k++) {
      inout[k] = in[k] != 0 || inout[k] != 0 ? (char) 1 : (char) 0;
    }
  }

  private static void bor(char[] in, char[] inout, int n) {
    for (int k = 0; k < n; k++) {
      inout[k] = (char) (in[k] | inout[k]);
    }
  }

  private static void lxor(char[] in, char[] inout, int n) {
    for (int k = 0; k < n; k++) {
      inout[k] = in[k] != 0 ^ inout[k] != 0 ? (char) 1 : (char) 0;
    }
  }

  private static void bxor(char[] in, char[] inout, int n) {
    for (int k = 0; k < n; k++) {
      inout[k] = (char) (in[k] ^ inout[k]);
    }
  }
}
