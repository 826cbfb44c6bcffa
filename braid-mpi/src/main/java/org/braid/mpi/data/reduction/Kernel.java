package org.braid.mpi.data.reduction;

import org.braid.mpi.data.BaseType;

/**
 * Element-wise reductions over two arrays of one primitive type, both in the same range of indices.
 *
 * <p>Both arrays share one index on purpose: with two different offsets C2 cannot rule out that the arrays overlap and does not
 * vectorise the loop; copying into an aligned tile is cheaper than the scalar loop.
 */
abstract class Kernel {
  /** Elements per tile: two tiles of doubles are 8 KiB and stay in the first-level cache. */
  static final int TILE = 512;

  final BaseType type;

  Kernel(BaseType type) {
    this.type = type;
  }

  /** A fresh array of the type. */
  abstract Object newArray(int elements);

  final Object newTile() {
    return newArray(TILE);
  }

  /** {@code inout[k] = in[k] op inout[k]} for k in {@code from … to-1}; false, and nothing done, if the type has no such operation. */
  abstract boolean reduce(ReductionOperation op, Object in, Object inout, int from, int to);

  final boolean supports(ReductionOperation op) {
    return reduce(op, newTile(), newTile(), 0, 0);
  }
}
