package mpi;

import org.braid.base.memory.Memory;
import org.braid.coll.engine.Call;
import org.braid.mpi.data.ElementMemory;
import org.braid.mpi.data.Overlap;
import org.braid.mpi.data.Packing;
import org.braid.mpi.data.UserMemory;
import org.braid.mpi.title.Titled;
import org.jspecify.annotations.Nullable;

/**
 * One side of a collective as plain memory: equal blocks one after the other, or a table of blocks. Elements with gaps are {@link ElementMemory}: a stream without gaps, of which pieces are gathered from the
 * user's memory and scattered into it as the collective moves them.
 *
 * <pre>
 *   equal blocks   base + offset: | block 0 | block 1 | …        each blockBytes long
 *   table          base + offset + start(r) * unitBytes: count(r) * unitBytes bytes of block r
 * </pre>
 */
final class Operand {
  private static final byte[] NOTHING = {};

  /** A side that takes no part, or the in-place side. */
  static final Operand NONE = new Operand(NOTHING, 0, 0, 0, 1, BlockTable.NONE, null, false);

  final Object base;
  final long offset;
  final long blockBytes;
  private final int blocks;
  final int unitBytes;
  final BlockTable table;

  /** Where the elements lie if {@link #base} is no memory of the user's. */
  private final @Nullable Range user;

  /** Whether {@link #base} is an array made for what belongs into the user's buffer. */
  final boolean isAside;

  /** Bytes of the user's memory, from {@code first} to before {@code end}, counted from its element 0. */
  private record Range(Object memory, long first, long end) {}

  private Operand(Object base, long offset, long blockBytes, int blocks, int unitBytes, BlockTable table, @Nullable Range user, boolean isAside) {
    this.base = base;
    this.offset = offset;
    this.blockBytes = blockBytes;
    this.blocks = blocks;
    this.unitBytes = unitBytes;
    this.table = table;
    this.user = user;
    this.isAside = isAside;
  }

  /** {@code blocks} blocks of {@code count} elements that are sent. */
  static Operand sent(Titled on, String call, @Nullable Object buf, int offset, long count, Datatype type, int blocks) {
    long elements = total(on, call, count, blocks);
    checkPlain(on, call, buf, offset, elements, type);
    long blockBytes = count * type.map.sizeBytes();
    long start = Buffers.offsetBytes(buf, offset);
    if (buf == null || type.plainBytes >= 0) {
      return new Operand(buf == null ? NOTHING : buf, start, blockBytes, blocks, 1, BlockTable.NONE, null, false);
    }
    Range touched = new Range(buf, start + type.map.firstTouched(elements), start + type.map.endTouched(elements));
    return new Operand(ElementMemory.of(type.map, buf, start, elements), 0, blockBytes, blocks, 1, BlockTable.NONE, touched, false);
  }

  /** {@code blocks} blocks of {@code count} elements that are received. */
  static Operand received(Titled on, String call, @Nullable Object buf, int offset, long count, Datatype type, int blocks) {
    Operand all = sent(on, call, buf, offset, count, type, blocks);
    checkWritable(on, call, buf, count * blocks);
    return all;
  }

  private static void checkWritable(Titled on, String call, @Nullable Object buf, long elements) {
    if (elements > 0) {
      Buffers.checkNotReadOnly(on, call, buf);
    }
  }

  /** As {@link #received}, in an array of its own whatever the type: for a side that overlaps what is sent. */
  static Operand receivedAside(long count, Datatype type, int blocks) {
    long blockBytes = count * type.map.sizeBytes();
    return new Operand(new byte[Outgoing.lengthOf(blockBytes * blocks)], 0, blockBytes, blocks, 1, BlockTable.NONE, null, true);
  }

  /** Whether both are one block at one place, without gaps. */
  boolean isSame(Operand other) {
    return user == null && other.user == null && blockBytes > 0 && blockBytes == other.blockBytes && Overlap.isSamePlace(base, offset, other.base, other.offset);
  }

  boolean overlaps(Operand other) {
    Range one = range();
    Range another = other.range();
    return Overlap.isBetween(one.memory, one.first, one.end - one.first, another.memory, another.first, another.end - another.first);
  }

  private Range range() {
    return user != null ? user : new Range(base, offset + first(), offset + last());
  }

  /** This side, which is sent, or a copy of it if it overlaps the side that receives. */
  Operand apartFrom(Operand received) {
    if (!overlaps(received)) {
      return this;
    }
    long first = first();
    byte[] copy = new byte[Outgoing.lengthOf(last() - first)];
    Memory.copy(base, offset + first, copy, 0, copy.length);
    return new Operand(copy, -first, blockBytes, blocks, unitBytes, table, null, false);
  }

  /** The first byte that a block touches, counted from {@link #offset}. */
  private long first() {
    long first = Long.MAX_VALUE;
    for (int r = 0; r < table.length(); r++) {
      first = table.count(r) > 0 ? Math.min(first, table.start(r) * unitBytes) : first;
    }
    return first == Long.MAX_VALUE ? 0 : first;
  }

  /** One past the last byte that a block touches. */
  private long last() {
    long last = blockBytes * blocks;
    for (int r = 0; r < table.length(); r++) {
      last = table.count(r) > 0 ? Math.max(last, (table.start(r) + table.count(r)) * unitBytes) : last;
    }
    return last;
  }

  /** Block {@code r} of equal blocks. */
  Operand block(int r) {
    return new Operand(base, offset + r * blockBytes, blockBytes, 1, 1, BlockTable.NONE, user, false);
  }

  /** Block {@code r} of a table. */
  Operand tableBlock(int r) {
    return new Operand(base, offset + table.start(r) * unitBytes, tableBytes(r), 1, 1, BlockTable.NONE, user, false);
  }

  /** Length of block {@code r} of a table. */
  long tableBytes(int r) {
    return table.count(r) * unitBytes;
  }

  /** The same table with bytes as its unit. */
  Operand inBytes() {
    return new Operand(base, offset, 0, 0, 1, table.inBytes(unitBytes), user, isAside);
  }

  /** The call sends the blocks of this table. */
  Call in(Call call) {
    return table.in(call).in(base, offset);
  }

  /** The call receives the blocks of this table. */
  Call out(Call call) {
    return table.out(call).out(base, offset);
  }

  private static void checkPlain(Titled on, String call, @Nullable Object buf, int offset, long elements, Datatype type) {
    Buffers.check(on, call, buf, offset, elements, type);
    if (type.isObject()) {
      throw CollectiveCalls.objectsOnOneSide(on, call);
    }
  }

  private static long total(Titled on, String call, long count, int blocks) {
    try {
      return Math.multiplyExact(count, (long) blocks);
    } catch (ArithmeticException tooMany) {
      throw Refusal.of(on, ErrorClasses.ERR_COUNT, call, blocks + " blocks of " + count + " elements are more than a long counts");
    }
  }

  /** Block r, which is sent, has {@code table.count(r)} elements from element {@code table.start(r)}, in extents of {@code type}. */
  static Operand sentTable(Titled on, String call, @Nullable Object buf, int offset, BlockTable table, Datatype type, int size) {
    table.check(on, call, size);
    checkPlain(on, call, null, 0, 0, type);
    for (int r = 0; r < size; r++) {
      checkBlock(on, call, buf, offset, table.count(r), table.start(r), type);
    }
    boolean countsBytes = type.map.sizeBytes() > Integer.MAX_VALUE; // units are ints
    int unit = countsBytes ? 1 : (int) Math.max(1, type.map.sizeBytes());
    if (buf == null || type.map.sizeBytes() == 0) {
      return new Operand(NOTHING, 0, 0, 0, unit, BlockTable.equal(size, 0), null, false);
    }
    BlockTable inUnits = countsBytes ? table.inBytes(type.map.sizeBytes()) : table;
    return type.plainBytes >= 0 ? plainTable(buf, offset, inUnits, unit) : scatteredTable(buf, offset, table, inUnits, type, size, unit);
  }

  /** As {@link #sentTable}, of blocks that are received. */
  static Operand receivedTable(Titled on, String call, @Nullable Object buf, int offset, BlockTable table, Datatype type, int size) {
    Operand all = sentTable(on, call, buf, offset, table, type, size);
    for (int r = 0; r < size; r++) {
      checkWritable(on, call, buf, table.count(r));
    }
    return all;
  }

  /** Blocks before element 0 of a slice lie in the array that it shows. */
  private static Operand plainTable(Object buf, int offset, BlockTable table, int unit) {
    long start = UserMemory.bytesBefore(buf) + Buffers.offsetBytes(buf, offset);
    return new Operand(UserMemory.whole(buf), start, 0, 0, unit, table, null, false);
  }

  /** The stream of all elements from the first of any block to the last, those between blocks, too: so element e of the buffer lies at e - from in it. */
  private static Operand scatteredTable(Object buf, int offset, BlockTable table, BlockTable inUnits, Datatype type, int size, int unit) {
    long from = Long.MAX_VALUE;
    long to = Long.MIN_VALUE;
    for (int r = 0; r < size; r++) {
      boolean isEmpty = table.count(r) == 0;
      from = isEmpty ? from : Math.min(from, table.start(r));
      to = isEmpty ? to : Math.max(to, table.start(r) + table.count(r));
    }
    if (from >= to) {
      return new Operand(NOTHING, 0, 0, 0, unit, inUnits, null, false);
    }
    long start = placeOf(buf, offset, from, type);
    Range touched = new Range(buf, start + type.map.firstTouched(to - from), start + type.map.endTouched(to - from));
    return new Operand(ElementMemory.of(type.map, buf, start, to - from), -from * type.map.sizeBytes(), 0, 0, unit, inUnits, touched, false);
  }

  /** Puts a received block that is {@link #isAside} where the user wants it. */
  void putBack(Object buf, int offset, Datatype type) {
    byte[] packed = (byte[]) base;
    Packing.unpack(type.map, packed, 0, packed.length, buf, Buffers.offsetBytes(buf, offset));
  }

  private static long placeOf(Object buf, int offset, long displacement, Datatype type) {
    return Buffers.offsetBytes(buf, offset) + displacement * type.map.extentBytes();
  }

  private static void checkBlock(Titled on, String call, @Nullable Object buf, int offset, long count, long displacement, Datatype type) {
    if (count == 0) {
      return;
    }
    Buffers.check(on, call, buf, 0, 0, type);
    if (count < 0 || buf == null) {
      Buffers.check(on, call, buf, offset, count, type);
      return;
    }
    if (Math.abs(displacement) > Long.MAX_VALUE / 2 / Math.max(1, Math.abs(type.map.extentBytes()))) {
      throw Refusal.of(on, ErrorClasses.ERR_ARG, call, "displacement " + displacement + " lies outside of any memory");
    }
    Buffers.checkBytes(on, call, buf, placeOf(buf, offset, displacement, type), count, type);
  }
}
