package mpi;

import org.braid.base.BraidException;
import org.braid.base.memory.Memory;
import org.braid.coll.engine.Call;
import org.braid.mpi.data.ElementMemory;
import org.braid.mpi.data.Overlap;
import org.braid.mpi.data.Pieces;
import org.braid.mpi.data.UserMemory;
import org.braid.mpi.title.Titled;
import org.jspecify.annotations.Nullable;

/**
 * One side of an all-to-all in which every block has its own datatype and its place in bytes (MPI 4.1, section 6.8). The blocks are one stream, whose pieces are gathered from where they lie and scattered to there; nothing is packed.
 *
 * <pre>
 *   user      buf + displs[r]: counts[r] elements of types[r], anywhere
 *   stream    | block 0 | block 1 | …      starts[r], lengths[r] bytes
 * </pre>
 */
final class TypedBlocks {
  private static final Object NOTHING = new byte[0];

  final long[] lengths;
  private final long[] starts;
  private final @Nullable Object buf;
  private final BlockTable blocks;
  private final Datatype[] types;
  private Object stream;
  private long first = Long.MAX_VALUE; // byte of the buffer that is touched
  private long end = Long.MIN_VALUE;

  TypedBlocks(Titled on, String call, @Nullable Object buf, BlockTable blocks, Datatype @Nullable [] types, int size) {
    blocks.check(on, call, size);
    this.buf = buf;
    this.blocks = blocks;
    this.types = checked(on, call, types, size);
    this.lengths = new long[size];
    this.starts = new long[size + 1];
    for (int r = 0; r < size; r++) {
      checkBlock(on, call, r);
      lengths[r] = blocks.count(r) * this.types[r].map.sizeBytes();
      starts[r + 1] = sum(on, call, starts[r], lengths[r]);
    }
    this.stream = buf == null || bytes() == 0 ? NOTHING : pieces(buf);
  }

  /** Of a side that there is not. */
  static TypedBlocks none(Titled on, String call) {
    return new TypedBlocks(on, call, null, BlockTable.NONE, new Datatype[0], 0);
  }

  private static Datatype[] checked(Titled on, String call, Datatype @Nullable [] types, int size) {
    Datatype[] given = Refusal.given(on, types, ErrorClasses.ERR_ARG, call, "the array of datatypes");
    if (given.length < size) {
      throw Refusal.of(on, ErrorClasses.ERR_ARG, call, given.length + " datatypes were given for " + size + " ranks");
    }
    return given;
  }

  private void checkBlock(Titled on, String call, int r) {
    Datatype type = types[r];
    long count = blocks.count(r);
    if (type != null && type.isObject()) {
      throw Refusal.of(on, ErrorClasses.ERR_TYPE, call, "elements of MPI.OBJECT have no bytes that displacements could count; use allToAllv");
    }
    Buffers.check(on, call, buf, 0, buf == null || count < 0 ? count : 0, type);
    if (buf != null && count > 0) {
      Buffers.checkMemory(on, call, buf);
      Buffers.checkBytes(on, call, buf, blocks.start(r), count, type);
      first = Math.min(first, blocks.start(r) + type.map.firstTouched(count));
      end = Math.max(end, blocks.start(r) + type.map.endTouched(count));
    }
  }

  private static long sum(Titled on, String call, long bytes, long more) {
    if (more > Long.MAX_VALUE - bytes) {
      throw Refusal.of(on, ErrorClasses.ERR_COUNT, call, "all blocks together have more bytes than a long counts");
    }
    return bytes + more;
  }

  private Pieces pieces(Object memory) {
    Object[] pieces = new Object[lengths.length];
    long[] at = new long[lengths.length];
    for (int r = 0; r < pieces.length; r++) {
      boolean isPlain = types[r].plainBytes >= 0;
      pieces[r] = isPlain ? UserMemory.whole(memory) : ElementMemory.of(types[r].map, memory, blocks.start(r), blocks.count(r));
      at[r] = isPlain ? blocks.start(r) + UserMemory.bytesBefore(memory) : 0;
    }
    return new Pieces(pieces, at, starts);
  }

  private long bytes() {
    return starts[lengths.length];
  }

  /** Of a side that receives. */
  TypedBlocks checkWritable(Titled on, String call) {
    if (bytes() > 0) {
      Buffers.checkNotReadOnly(on, call, buf);
    }
    return this;
  }

  /** Of a side that sends: a copy of its data is sent if some may lie where the other side's come. */
  TypedBlocks apartFrom(TypedBlocks received) {
    if (buf != null && received.buf != null && Overlap.isBetween(buf, first, end - first, received.buf, received.first, received.end - received.first)) {
      stream = copy();
    }
    return this;
  }

  private Object copy() {
    Object packed = Outgoing.room(bytes());
    try {
      Memory.copy(stream, 0, packed, 0, bytes());
      return packed;
    } catch (BraidException refused) {
      throw Errors.of(refused);
    }
  }

  /** Tells the call what is sent. */
  Call in(Call call) {
    return call.in(stream, 0).inTable(lengths, starts);
  }

  /** Tells the call where what is received belongs. */
  Call out(Call call) {
    return call.out(stream, 0).outTable(lengths, starts);
  }
}
