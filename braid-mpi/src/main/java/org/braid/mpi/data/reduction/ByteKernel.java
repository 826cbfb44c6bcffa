package org.braid.mpi.data.reduction;

import org.braid.mpi.data.BaseType;

/** Reductions of {@code byte} arrays: plain loops with one index, the shape that C2 vectorises. */
final class ByteKernel extends Kernel {
  ByteKernel() {
    super(BaseType.BYTE);
  }

  @Override
  Object newArray(int elements) {
    return new byte[elements];
  }

  @Override
  boolean reduce(ReductionOperation op, Object left, Object right, int from, int to) {
    final byte[] in = (byte[]) left;
    final byte[] inout = (byte[]) right;
    switch (op) {
      case MAX -> max(in, inout, from, to);
      case MIN -> min(in, inout, from, to);
      case SUM -> sum(in, inout, from, to);
      case PROD -> prod(in, inout, from, to);
      case LAND -> land(in, inout, from, to);
      case BAND -> band(in, inout, from, to);
      case LOR -> lor(in, inout, from, to);
      case BOR -> bor(in, inout, from, to);
      case LXOR -> lxor(in, inout, from, to);
      case BXOR -> bxor(in, inout, from, to);
      default -> {
        return false;
      }
    }
    return true;
  }

  private static void max(byte[] in, byte[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = in[k] > inout[k] ? in[k] : inout[k];
    }
  }

  private static void min(byte[] in, byte[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = in[k] < inout[k] ? in[k] : inout[k];
    }
  }

  private static void sum(byte[] in, byte[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = (byte) (in[k] + inout[k]);
    }
  }

  private static void prod(byte[] in, byte[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = (byte) (in[k] * inout[k]);
    }
  }

  private static void land(byte[] in, byte[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = in[k] != 0 && inout[k] != 0 ? (byte) 1 : (byte) 0;
    }
  }

  private static void band(byte[] in, byte[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = (byte) (in[k] & inout[k]);
    }
  }

  private static void lor(byte[] in, byte[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = in[k] != 0 || inout[k] != 0 ? (byte) 1 : (byte) 0;
    }
  }

  private static void bor(byte[] in, byte[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = (byte) (in[k] | inout[k]);
    }
  }

  private static void lxor(byte[] in, byte[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = in[k] != 0 ^ inout[k] != 0 ? (byte) 1 : (byte) 0;
    }
  }

  private static void bxor(byte[] in, byte[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = (byte) (in[k] ^ inout[k]);
    }
  }
}
