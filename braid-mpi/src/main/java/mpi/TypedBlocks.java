package mpi;

import org.braid.mpi.data.Packing;
import org.jspecify.annotations.Nullable;

/**
 * One side of an all-to-all in which every block has its own datatype and its place in bytes (MPI 4.1, section 6.8). Blocks travel packed, one after the other.
 *
 * <pre>
 *   user      buf + displs[r]: counts[r] elements of types[r], anywhere
 *   packed    | block 0 | block 1 | …      starts[r], lengths[r] bytes
 * </pre>
 */
final class TypedBlocks {
  final byte[] packed;
  final int[] lengths;
  final int[] starts;
  private final @Nullable Object buf;
  private final int[] counts;
  private final int[] displs;
  private final Datatype[] types;

  TypedBlocks(String call, @Nullable Object buf, int[] counts, int[] displs, Datatype[] types, int size) {
    checkTables(call, counts, displs, types, size);
    this.buf = buf;
    this.counts = counts;
    this.displs = displs;
    this.types = types;
    this.lengths = new int[size];
    this.starts = new int[size];
    long total = 0;
    for (int r = 0; r < size; r++) {
      checkBlock(call, r);
      starts[r] = Outgoing.lengthOf(total);
      lengths[r] = Outgoing.lengthOf((long) counts[r] * types[r].map.sizeBytes());
      total += lengths[r];
    }
    this.packed = new byte[Outgoing.lengthOf(total)];
  }

  /** Of a side that receives. */
  TypedBlocks checkWritable(String call) {
    if (packed.length > 0) {
      Buffers.checkNotReadOnly(call, buf);
    }
    return this;
  }

  /** Of a side that sends. */
  TypedBlocks pack() {
    for (int r = 0; r < lengths.length; r++) {
      if (buf != null && counts[r] > 0) {
        Packing.pack(types[r].map, buf, displs[r], counts[r], packed, starts[r]);
      }
    }
    return this;
  }

  /** Of a side that has received. */
  void unpack() {
    for (int r = 0; r < lengths.length; r++) {
      if (buf != null && counts[r] > 0) {
        Packing.unpack(types[r].map, packed, starts[r], lengths[r], buf, displs[r]);
      }
    }
  }

  private static void checkTables(String call, int[] counts, int[] displs, Datatype[] types, int size) {
    Arguments.counts(counts, call);
    Arguments.displacements(displs, call);
    Arguments.given(types, ErrorClasses.ERR_ARG, call + ": the array of datatypes");
    if (counts.length < size || displs.length < size || types.length < size) {
      throw new MPIException(
          ErrorClasses.ERR_ARG,
          call + ": " + counts.length + " counts, " + displs.length + " displacements and " + types.length + " datatypes were given for " + size + " ranks");
    }
  }

  private void checkBlock(String call, int r) {
    Datatype type = types[r];
    if (type != null && type.isObject()) {
      throw new MPIException(ErrorClasses.ERR_TYPE, call + ": elements of MPI.OBJECT have no bytes that displacements could count; use allToAllv");
    }
    Buffers.check(call, buf, 0, buf == null || counts[r] < 0 ? counts[r] : 0, type);
    if (buf != null && counts[r] > 0) {
      Buffers.checkBytes(call, buf, displs[r], counts[r], type);
    }
  }
}
