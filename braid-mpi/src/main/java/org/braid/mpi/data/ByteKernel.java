package org.braid.mpi.data;

/** Reductions of {@code byte} arrays from index 0: plain loops with one index, the shape that C2 vectorises. */
final class ByteKernel extends Kernel {
  ByteKernel() {
    super(BaseType.BYTE);
  }

  @Override
  Object newArray(int elements) {
    return new byte[elements];
  }

  @Override
  boolean reduce(Operation op, Object from, Object into, int n) {
    final byte[] in = (byte[]) from;
    final byte[] inout = (byte[]) into;
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

  private static void max(byte[] in, byte[] inout, int n) {
    for (int k = 0; k < n; k++) {
      inout[k] = in[k] > inout[k] ? in[k] : inout[k];
    }
  }

  private static void min(byte[] in, byte[] inout, int n) {
    for (int k = 0; k < n; k++) {
      inout[k] = in[k] < inout[k] ? in[k] : inout[k];
    }
  }

  private static void sum(byte[] in, byte[] inout, int n) {
    for (int k = 0; k < n; k++) {
      inout[k] = (byte) (in[k] + inout[k]);
    }
  }

  private static void prod(byte[] in, byte[] inout, int n) {
    for (int k = 0; k < n; k++) {
      inout[k] = (byte) (in[k] * inout[k]);
    }
  }

  private static void land(byte[] in, byte[] inout, int n) {
    for (int k = 0; k < n; k++) {
      inout[k] = in[k] != 0 && inout[k] != 0 ? (byte) 1 : (byte) 0;
    }
  }

  private static void band(byte[] in, byte[] inout, int n) {
    for (int k = 0; k < n; k++) {
      inout[k] = (byte) (in[k] & inout[k]);
    }
  }

  private static void lor(byte[] in, byte[] inout, int n) {
    for (int k = 0; k < n; k++) {
      inout[k] = in[k] != 0 || inout[k] != 0 ? (byte) 1 : (byte) 0;
    }
  }

  private static void bor(byte[] in, byte[] inout, int n) {
    for (int k = 0; k < n; k++) {
      inout[k] = (byte) (in[k] | inout[k]);
    }
  }

  private static void lxor(byte[] in, byte[] inout, int n) {
    for (int k = 0; k < n; k++) {
      inout[k] = in[k] != 0 ^ inout[k] != 0 ? (byte) 1 : (byte) 0;
    }
  }

  private static void bxor(byte[] in, byte[] inout, int n) {
    for (int k = 0; k < n; k++) {
      inout[k] = (byte) (in[k] ^ inout[k]);
    }
  }
}
