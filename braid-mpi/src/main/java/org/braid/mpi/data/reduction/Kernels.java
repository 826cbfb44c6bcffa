package org.braid.mpi.data.reduction;

import org.braid.mpi.data.BaseType;

/** Which kernel combines elements of which base type. Bytes of unknown meaning are combined as numbers of eight bits. */
final class Kernels {
  private Kernels() {}

  static Kernel of(BaseType type) {
    return switch (type) {
      case BYTE, PACKED, OBJECT -> new ByteKernel();
      case CHAR -> new CharKernel();
      case SHORT -> new ShortKernel();
      case BOOLEAN -> new BooleanKernel();
      case INT -> new IntKernel();
      case LONG -> new LongKernel();
      case FLOAT -> new FloatKernel();
      case DOUBLE -> new DoubleKernel();
    };
  }
}
