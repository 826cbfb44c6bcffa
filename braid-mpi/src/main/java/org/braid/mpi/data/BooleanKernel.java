package org.braid.mpi.data;

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
  boolean reduce(Operation op, Object from, Object into, int n) {
    final boolean[] in = (boolean[]) from;
    final boolean[] inout = (boolean[]) into;
    switch (op) {
      case LAND, BAND -> and(in, inout, n);
      case LOR, BOR -> or(in, inout, n);
      case LXOR, BXOR -> xor(in, inout, n);
      default -> {
        return false;
      }
    }
    return true;
  }

  private static void and(boolean[] in, boolean[] inout, int n) {
    for (int k = 0; k < n; k++) {
      inout[k] &= in[k];
    }
  }

  private static void or(boolean[] in, boolean[] inout, int n) {
    for (int k = 0; k < n; k++) {
      inout[k] |= in[k];
    }
  }

  private static void xor(boolean[] in, boolean[] inout, int n) {
    for (int k = 0; k < n; k++) {
      inout[k] ^= in[k];
    }
  }
}
