package org.braid.mpi.data.reduction;

import org.braid.mpi.data.BaseType;

/** Reductions of {@code int} arrays: plain loops with one index, the shape that C2 vectorises. */
final class IntKernel extends Kernel {
  IntKernel() {
    super(BaseType.INT);
  }

  @Override
  Object newArray(int elements) {
    return new int[elements];
  }

  @Override
  boolean reduce(ReductionOperation op, Object left, Object right, int from, int to) {
    final int[] in = (int[]) left;
    final int[] inout = (int[]) right;
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

  private static void max(int[] in, int[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = Math.max(in[k], inout[k]);
    }
  }

  private static void min(int[] in, int[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = Math.min(in[k], inout[k]);
    }
  }

  private static void sum(int[] in, int[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = in[k] + inout[k];
    }
  }

  private static void prod(int[] in, int[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = in[k] * inout[k];
    }
  }

  private static void land(int[] in, int[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = in[k] != 0 && inout[k] != 0 ? 1 : 0;
    }
  }

  private static void band(int[] in, int[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = in[k] & inout[k];
    }
  }

  private static void lor(int[] in, int[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = in[k] != 0 || inout[k] != 0 ? 1 : 0;
    }
  }

  private static void bor(int[] in, int[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = in[k] | inout[k];
    }
  }

  private static void lxor(int[] in, int[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = in[k] != 0 ^ inout[k] != 0 ? 1 : 0;
    }
  }

  private static void bxor(int[] in, int[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = in[k] ^ inout[k];
    }
  }
}
