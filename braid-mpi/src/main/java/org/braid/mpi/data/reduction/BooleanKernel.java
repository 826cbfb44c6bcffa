package org.braid.mpi.data.reduction;

import org.braid.mpi.data.BaseType;

/** Logical reductions of {@code boolean} arrays; bitwise operations mean the same here. */
final class BooleanKernel extends Kernel {
  BooleanKernel() {
    super(BaseType.BOOLEAN);
  }

  @Override
  Object newArray(int elements) {
    return new boolean[elements];
  }

  @Override
  boolean reduce(ReductionOperation op, Object left, Object right, int from, int to) {
    final boolean[] in = (boolean[]) left;
    final boolean[] inout = (boolean[]) right;
    switch (op) {
      case LAND, BAND -> and(in, inout, from, to);
      case LOR, BOR -> or(in, inout, from, to);
      case LXOR, BXOR -> xor(in, inout, from, to);
      default -> {
        return false;
      }
    }
    return true;
  }

  private static void and(boolean[] in, boolean[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] &= in[k];
    }
  }

  private static void or(boolean[] in, boolean[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] |= in[k];
    }
  }

  private static void xor(boolean[] in, boolean[] inout, int from, int to) {
    for (int k = from; k < to; k++) {
      inout[k] ^= in[k];
    }
  }
}
