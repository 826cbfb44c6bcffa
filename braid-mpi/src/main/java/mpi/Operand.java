package mpi;

import org.braid.mpi.data.Overlap;
import org.braid.mpi.data.Packing;
import org.braid.mpi.data.UserMemory;
import org.jspecify.annotations.Nullable;

/**
 * One side of a collective as plain memory: equal blocks one after the other, or a table of blocks. Types with gaps are packed into
 * an array of their own before the collective and, if the side receives, unpacked after it.
 *
 * <pre>
 *   equal blocks   base + offset: | block 0 | block 1 | …        each blockBytes long
 *   table          base + offset + displacements[r] * unitBytes: counts[r] * unitBytes bytes of block r
 * </pre>
 */
final class Operand {
  private static final int[] NO_TABLE = {};
  private static final byte[] NOTHING = {};

  /** A side that takes no part, or the in-place side. */
  static final Operand NONE = new Operand(NOTHING, 0, 0, 0, 1, NO_TABLE, NO_TABLE, false);

  final Object base;
  final long offset;
  final long blockBytes;
  private final int blocks;
  final int unitBytes;
  final int[] counts;
  final int[] displacements;

  /** Whether {@link #base} is an array made for what belongs into the user's buffer. */
  final boolean isPacked;

  private Operand(Object base, long offset, long blockBytes, int blocks, int unitBytes, int[] counts, int[] displacements, boolean isPacked) {
    this.base = base;
    this.offset = offset;
    this.blockBytes = blockBytes;
    this.blocks = blocks;
    this.unitBytes = unitBytes;
    this.counts = counts;
    this.displacements = displacements;
    this.isPacked = isPacked;
  }

  /** {@code blocks} blocks of {@code count} elements that are sent. */
  static Operand sent(String call, @Nullable Object buf, int offset, int count, Datatype type, int blocks) {
    return blocks(call, buf, offset, count, type, blocks, true);
  }

  /** {@code blocks} blocks of {@code count} elements that are received; {@code load} says whether data of theirs is sent, too. */
  static Operand received(String call, @Nullable Object buf, int offset, int count, Datatype type, int blocks, boolean load) {
    Operand all = blocks(call, buf, offset, count, type, blocks, load);
    checkWritable(call, buf, (long) count * blocks);
    return all;
  }

  private static void checkWritable(String call, @Nullable Object buf, long elements) {
    if (elements > 0) {
      Buffers.checkNotReadOnly(call, buf);
    }
  }

  private static Operand blocks(String call, @Nullable Object buf, int offset, int count, Datatype type, int blocks, boolean load) {
    int elements = checkedTotal(call, count, blocks);
    checkPlain(call, buf, offset, elements, type);
    long blockBytes = (long) count * type.map.sizeBytes();
    if (buf == null || type.plainBytes >= 0) {
      return new Operand(buf == null ? NOTHING : buf, Buffers.offsetBytes(buf, offset), blockBytes, blocks, 1, NO_TABLE, NO_TABLE, false);
    }
    byte[] packed = new byte[Outgoing.lengthOf(blockBytes * blocks)];
    if (load) {
      Packing.pack(type.map, buf, Buffers.offsetBytes(buf, offset), elements, packed, 0);
    }
    return new Operand(packed, 0, blockBytes, blocks, 1, NO_TABLE, NO_TABLE, true);
  }

  /** As {@link #received}, in an array of its own whatever the type: for a side that overlaps what is sent. */
  static Operand receivedAside(int count, Datatype type, int blocks) {
    long blockBytes = (long) count * type.map.sizeBytes();
    return new Operand(new byte[Outgoing.lengthOf(blockBytes * blocks)], 0, blockBytes, blocks, 1, NO_TABLE, NO_TABLE, true);
  }

  /** Whether both are one block at one place. */
  boolean isSame(Operand other) {
    return blockBytes > 0 && blockBytes == other.blockBytes && Overlap.isSamePlace(base, offset, other.base, other.offset);
  }

  boolean overlaps(Operand other) {
    return Overlap.isBetween(base, offset + first(), last() - first(), other.base, other.offset + other.first(), other.last() - other.first());
  }

  /** This side, which is sent, or a copy of it if it overlaps the side that receives. */
  Operand apartFrom(Operand received) {
    if (!overlaps(received)) {
      return this;
    }
    long first = first();
    byte[] copy = new byte[Outgoing.lengthOf(last() - first)];
    UserMemory.copy(base, offset + first, copy, 0, copy.length);
    return new Operand(copy, -first, blockBytes, blocks, unitBytes, counts, displacements, false);
  }

  /** The first byte that a block touches, counted from {@link #offset}. */
  private long first() {
    long first = Long.MAX_VALUE;
    for (int r = 0; r < counts.length; r++) {
      first = counts[r] > 0 ? Math.min(first, (long) displacements[r] * unitBytes) : first;
    }
    return first == Long.MAX_VALUE ? 0 : first;
  }

  /** One past the last byte that a block touches. */
  private long last() {
    long last = blockBytes * blocks;
    for (int r = 0; r < counts.length; r++) {
      last = counts[r] > 0 ? Math.max(last, ((long) displacements[r] + counts[r]) * unitBytes) : last;
    }
    return last;
  }

  /** Block {@code r} of equal blocks. */
  Operand block(int r) {
    return new Operand(base, offset + r * blockBytes, blockBytes, 1, 1, NO_TABLE, NO_TABLE, false);
  }

  /** Block {@code r} of a table. */
  Operand tableBlock(int r) {
    return new Operand(base, offset + (long) displacements[r] * unitBytes, tableBytes(r), 1, 1, NO_TABLE, NO_TABLE, false);
  }

  /** Length of block {@code r} of a table. */
  long tableBytes(int r) {
    return (long) counts[r] * unitBytes;
  }

  /** The same table with bytes as its unit. */
  Operand inBytes() {
    return new Operand(base, offset, 0, 0, 1, scaled(counts), scaled(displacements), isPacked);
  }

  private int[] scaled(int[] units) {
    int[] bytes = new int[units.length];
    for (int r = 0; r < bytes.length; r++) {
      bytes[r] = Outgoing.lengthOf((long) units[r] * unitBytes);
    }
    return bytes;
  }

  private static void checkPlain(String call, @Nullable Object buf, int offset, int elements, Datatype type) {
    Buffers.check(call, buf, offset, elements, type);
    if (type.isObject()) {
      throw CollectiveCalls.objectsOnOneSide(call);
    }
  }

  private static int checkedTotal(String call, int count, int blocks) {
    long total = (long) count * blocks;
    if (total > Integer.MAX_VALUE) {
      throw new MPIException(ErrorClasses.ERR_COUNT, call + ": " + blocks + " blocks of " + count + " elements are more than 2147483647 elements");
    }
    return (int) total;
  }

  /** Block r, which is sent, has {@code counts[r]} elements from element {@code displacements[r]}, in extents of {@code type}. */
  static Operand sentTable(String call, @Nullable Object buf, int offset, int[] counts, int[] displacements, Datatype type, int size) {
    return table(call, buf, offset, counts, displacements, type, size, true);
  }

  /** As {@link #sentTable}, of blocks that are received; {@code load} says whether data of theirs is sent, too. */
  static Operand receivedTable(
      String call, @Nullable Object buf, int offset, int[] counts, int[] displacements, Datatype type, int size, boolean load) {
    Operand all = table(call, buf, offset, counts, displacements, type, size, load);
    for (int r = 0; r < size; r++) {
      checkWritable(call, buf, counts[r]);
    }
    return all;
  }

  private static Operand table(
      String call, @Nullable Object buf, int offset, int[] counts, int[] displacements, Datatype type, int size, boolean load) {
    checkTable(call, counts, displacements, size);
    checkPlain(call, null, 0, 0, type);
    for (int r = 0; r < size; r++) {
      checkBlock(call, buf, offset, counts[r], displacements[r], type);
    }
    if (buf == null) {
      return new Operand(NOTHING, 0, 0, 0, Math.max(1, type.map.sizeBytes()), counts, displacements, false);
    }
    return type.plainBytes >= 0 ? plainTable(buf, offset, counts, displacements, type) : packedTable(buf, offset, counts, displacements, type, load);
  }

  /** Blocks before element 0 of a slice lie in the array that it shows. */
  private static Operand plainTable(Object buf, int offset, int[] counts, int[] displacements, Datatype type) {
    long start = UserMemory.bytesBefore(buf) + Buffers.offsetBytes(buf, offset);
    return new Operand(UserMemory.whole(buf), start, 0, 0, Math.max(1, type.map.sizeBytes()), counts, displacements, false);
  }

  private static Operand packedTable(Object buf, int offset, int[] counts, int[] displacements, Datatype type, boolean load) {
    int size = type.map.sizeBytes();
    int[] bytes = new int[counts.length];
    int[] at = new int[counts.length];
    long total = 0;
    for (int r = 0; r < counts.length; r++) {
      at[r] = Outgoing.lengthOf(total);
      bytes[r] = Outgoing.lengthOf((long) counts[r] * size);
      total += bytes[r];
    }
    byte[] packed = new byte[Outgoing.lengthOf(total)];
    for (int r = 0; r < counts.length && load; r++) {
      Packing.pack(type.map, buf, placeOf(buf, offset, displacements[r], type), counts[r], packed, at[r]);
    }
    return new Operand(packed, 0, 0, 0, 1, bytes, at, true);
  }

  /** Puts received blocks that are {@link #isPacked} where the user wants them. */
  void unpackBlocks(Object buf, int offset, Datatype type) {
    byte[] packed = (byte[]) base;
    Packing.unpack(type.map, packed, 0, packed.length, buf, Buffers.offsetBytes(buf, offset));
  }

  /** As {@link #unpackBlocks}, of a table. */
  void unpackTable(Object buf, int offset, int[] userDisplacements, Datatype type) {
    for (int r = 0; r < counts.length; r++) {
      Packing.unpack(type.map, (byte[]) base, displacements[r], counts[r], buf, placeOf(buf, offset, userDisplacements[r], type));
    }
  }

  private static long placeOf(Object buf, int offset, int displacement, Datatype type) {
    return Buffers.offsetBytes(buf, offset) + (long) displacement * type.map.extentBytes();
  }

  static void checkTable(String call, int[] counts, int[] displacements, int size) {
    Arguments.counts(counts, call);
    Arguments.displacements(displacements, call);
    if (counts.length < size || displacements.length < size) {
      throw new MPIException(
          ErrorClasses.ERR_ARG,
          call + ": " + counts.length + " counts and " + displacements.length + " displacements were given for " + size + " ranks");
    }
  }

  private static void checkBlock(String call, @Nullable Object buf, int offset, int count, int displacement, Datatype type) {
    if (count == 0) {
      return;
    }
    Buffers.check(call, buf, 0, 0, type);
    if (count < 0 || buf == null) {
      Buffers.check(call, buf, offset, count, type);
      return;
    }
    Buffers.checkBytes(call, buf, placeOf(buf, offset, displacement, type), count, type);
  }
}
