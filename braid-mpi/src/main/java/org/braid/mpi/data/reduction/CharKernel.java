package org.braid.mpi.data.reduction;

import org.braid.mpi.data.BaseType;

/** Reductions of {@code char} arrays: plain loops with one index, the shape that C2 vectorises. */
final class CharKernel extends Kernel {
  CharKernel() {
    super(BaseType.CHAR);
  }

  @Override
  Object newArray(int elements) {
    return new char[elements];
  }

  @Override
  boolean reduce(ReductionOperation op, Object left, Object right, int from, int to) {
    final char[] in = (char[]) left;
    final char[] inout = (char[]) right;
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

  private static void max(char[] in, char[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = in[k] > inout[k] ? in[k] : inout[k];
    }
  }

  private static void min(char[] in, char[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = in[k] < inout[k] ? in[k] : inout[k];
    }
  }

  private static void sum(char[] in, char[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = (char) (in[k] + inout[k]);
    }
  }

  private static void prod(char[] in, char[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = (char) (in[k] * inout[k]);
    }
  }

  private static void land(char[] in, char[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = in[k] != 0 && inout[k] != 0 ? (char) 1 : (char) 0;
    }
  }

  private static void band(char[] in, char[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = (char) (in[k] & inout[k]);
    }
  }

  private static void lor(char[] in, char[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = in[k] != 0 || inout[k] != 0 ? (char) 1 : (char) 0;
    }
  }

  private static void bor(char[] in, char[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = (char) (in[k] | inout[k]);
    }
  }

  private static void lxor(char[] in, char[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = in[k] != 0 ^ inout[k] != 0 ? (char) 1 : (char) 0;
    }
  }

  private static void bxor(char[] in, char[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] = (char) (in[k] ^ inout[k]);
    }
  }
}
