package org.braid.mpi.data.reduction;

import org.braid.mpi.data.BaseType;

/** Reductions of {@code long} arrays: plain loops with one index, the shape that C2 vectorises. */
final class LongKernel extends Kernel {
  LongKernel() {
    super(BaseType.LONG);
  }

  @Override
  Object newArray(int elements) {
    return new long[elements];
  }

  @Override
  boolean reduce(ReductionOperation op, Object left, Object right, int from, int to) {
    final long[] in = (long[]) left;
    final long[] inout = (long[]) right;
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

  private static void max(long[] in, long[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = Math.max(in[k], inout[k]);
    }
  }

  private static void min(long[] in, long[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = Math.min(in[k], inout[k]);
    }
  }

  private static void sum(long[] in, long[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = in[k] + inout[k];
    }
  }

  private static void prod(long[] in, long[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = in[k] * inout[k];
    }
  }

  private static void land(long[] in, long[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = in[k] != 0 && inout[k] != 0 ? 1L : 0L;
    }
  }

  private static void band(long[] in, long[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = in[k] & inout[k];
    }
  }

  private static void lor(long[] in, long[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = in[k] != 0 || inout[k] != 0 ? 1L : 0L;
    }
  }

  private static void bor(long[] in, long[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = in[k] | inout[k];
    }
  }

  private static void lxor(long[] in, long[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = in[k] != 0 ^ inout[k] != 0 ? 1L : 0L;
    }
  }

  private static void bxor(long[] in, long[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = in[k] ^ inout[k];
    }
  }
}
