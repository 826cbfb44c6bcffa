package org.braid.mpi.data.reduction;

import org.braid.mpi.data.BaseType;

/** Reductions of {@code short} arrays: plain loops with one index, the shape that C2 vectorises. */
final class ShortKernel extends Kernel {
  ShortKernel() {
    super(BaseType.SHORT);
  }

  @Override
  Object newArray(int elements) {
    return new short[elements];
  }

  @Override
  boolean reduce(ReductionOperation op, Object left, Object right, int from, int to) {
    final short[] in = (short[]) left;
    final short[] inout = (short[]) right;
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

  private static void max(short[] in, short[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = in[k] > inout[k] ? in[k] : inout[k];
    }
  }

  private static void min(short[] in, short[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = in[k] < inout[k] ? in[k] : inout[k];
    }
  }

  private static void sum(short[] in, short[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = (short) (in[k] + inout[k]);
    }
  }

  private static void prod(short[] in, short[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = (short) (in[k] * inout[k]);
    }
  }

  private static void land(short[] in, short[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = in[k] != 0 && inout[k] != 0 ? (short) 1 : (short) 0;
    }
  }

  private static void band(short[] in, short[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = (short) (in[k] & inout[k]);
    }
  }

  private static void lor(short[] in, short[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = in[k] != 0 || inout[k] != 0 ? (short) 1 : (short) 0;
    }
  }

  private static void bor(short[] in, short[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = (short) (in[k] | inout[k]);
    }
  }

  private static void lxor(short[] in, short[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = in[k] != 0 ^ inout[k] != 0 ? (short) 1 : (short) 0;
    }
  }

  private static void bxor(short[] in, short[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = (short) (in[k] ^ inout[k]);
    }
  }
}
