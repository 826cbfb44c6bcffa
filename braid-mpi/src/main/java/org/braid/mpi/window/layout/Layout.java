package org.braid.mpi.window.layout;

import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.GetBuffer;
import org.braid.base.wire.PutBuffer;
import org.braid.mpi.data.TypeMap;
import org.braid.mpi.data.UserMemory;

/**
 * Where data lie, relative to some place: blocks of bytes in the order in which they are packed. It is what a count of elements of a datatype comes to: the blocks of one element, again and again at the distance of elements, of which the
 * last may be there in part. A part of it with few blocks travels to the target of an access.
 *
 * <pre>
 *   element 0        1               whole - 1    the rest
 *   |##..#|          |##..#|    …    |##..#|      |##           at[i], bytes[i] within each; extent bytes from one to the next
 *
 *   equal blocks at equal distances   | 0 | blocks | first at | distance | bytes of each |
 *   any others                        | 1 | blocks | at, bytes | at, bytes | …
 * </pre>
 *
 * <p>Immutable.
 */
public final class Layout {
    /** One message describes at most so many blocks. */
    public static final int MOST_BLOCKS = 1 << 13;

    /** No window is larger; sums of such places do not overflow. */
    public static final long FARTHEST_BYTES = 1L << 60;

    private static final int EQUAL = 0;
    private static final int ANY = 1;

    private static final int LENGTH_BYTES = Integer.BYTES;

    private final long[] at;
    private final long[] bytes;
    private final long whole; // elements
    private final long extent;
    private final int rest; // blocks of the last element, if that is there in part
    private final long sizeBytes;

    private Layout(long[] at, long[] bytes, long whole, long extent, int rest, long sizeBytes) {
        this.at = at;
        this.bytes = bytes;
        this.whole = whole;
        this.extent = extent;
        this.rest = rest;
        this.sizeBytes = sizeBytes;
    }

    /** One block from the place itself on. */
    public static Layout of(long bytes) {
        return bytes == 0 ? new Layout(new long[0], new long[0], 0, 0, 0, 0) : of(new long[] {0}, new long[] {bytes}, bytes);
    }

    /**
     * The data of so many elements of a type.
     *
     * @throws ArithmeticException if they have more bytes than any window, or reach beyond any, or are two of a type whose blocks are repeated, at another distance than these
     */
    public static Layout of(TypeMap map, long count) {
        long size = Math.multiplyExact(count, map.sizeBytes());
        if (size > FARTHEST_BYTES) {
            throw beyond();
        }
        if (size == 0 || map.isContiguous()) {
            return of(size);
        }
        LayoutBuilder element = new LayoutBuilder();
        for (int i = 0; i < map.blocks(); i++) {
            element.add(map.blockAtBytes(i), map.blockBytes(i));
        }
        boolean isList = map.repeats() == 1;
        if (!isList && count > 1 && map.extentBytes() != map.repeats() * map.repeatBytes()) {
            throw new ArithmeticException("more than one element of a type whose blocks are too many to be listed");
        }
        long lists = Math.multiplyExact(count, map.repeats());
        long distance = isList ? map.extentBytes() : map.repeatBytes();
        long reach = Math.multiplyExact(lists, distance);
        if (Math.abs(reach) > FARTHEST_BYTES) {
            throw beyond();
        }
        return checked(element.build().repeated(lists, distance, reach, size));
    }

    /** @param reach what all elements take, of which each may touch the next */
    private Layout repeated(long count, long distance, long reach, long size) {
        boolean areOne = at.length == 1 && bytes[0] == distance;
        return areOne ? of(at, new long[] {reach}, size) : new Layout(at, bytes, count, distance, 0, size);
    }

    private static Layout checked(Layout layout) {
        if (layout.first() < -FARTHEST_BYTES || layout.end() > FARTHEST_BYTES) {
            throw beyond();
        }
        return layout;
    }

    private static ArithmeticException beyond() {
        return new ArithmeticException("beyond every window");
    }

    static Layout of(long[] at, long[] bytes, long sizeBytes) {
        return new Layout(at, bytes, at.length == 0 ? 0 : 1, 0, 0, sizeBytes);
    }

    /** Bytes of data. */
    public long sizeBytes() {
        return sizeBytes;
    }

    /** Whether all lies in one piece. */
    public boolean isOneBlock() {
        return at.length == 1 && whole == 1 && rest == 0;
    }

    /** The first byte that is touched, relative to the place; 0 if none is. */
    public long first() {
        long first = whole == 0 ? Long.MAX_VALUE : first(at.length) + Math.min(0, (whole - 1) * extent);
        first = rest == 0 ? first : Math.min(first, first(rest) + whole * extent);
        return sizeBytes == 0 ? 0 : first;
    }

    private long first(int blocks) {
        long first = Long.MAX_VALUE;
        for (int i = 0; i < blocks; i++) {
            first = Math.min(first, at[i]);
        }
        return first;
    }

    /** One past the last byte that is touched, relative to the place; 0 if none is. */
    public long end() {
        long end = whole == 0 ? Long.MIN_VALUE : end(at.length, Long.MAX_VALUE) + Math.max(0, (whole - 1) * extent);
        end = rest == 0 ? end : Math.max(end, end(rest, restBytes()) + whole * extent);
        return sizeBytes == 0 ? 0 : end;
    }

    private long end(int blocks, long left) {
        long end = Long.MIN_VALUE;
        long packed = 0;
        for (int i = 0; i < blocks; i++) {
            end = Math.max(end, at[i] + Math.min(bytes[i], left - packed));
            packed += bytes[i];
        }
        return end;
    }

    private long elementBytes() {
        long sum = 0;
        for (long each : bytes) {
            sum += each;
        }
        return sum;
    }

    private long restBytes() {
        return sizeBytes - whole * elementBytes();
    }

    /** Is shown the blocks. */
    @FunctionalInterface
    public interface Visitor {
        /**
         * @param at relative to the place
         * @param packed where the block stands among the packed bytes
         */
        void block(long at, long packed, long bytes);
    }

    /** Shows all blocks, in the order in which they are packed. */
    public void forEach(Visitor visitor) {
        long packed = 0;
        for (long k = 0; k < whole; k++) {
            packed = forEach(visitor, k * extent, at.length, packed);
        }
        long ignored = forEach(visitor, whole * extent, rest, packed);
    }

    private long forEach(Visitor visitor, long element, int blocks, long before) {
        long packed = before;
        for (int i = 0; i < blocks; i++) {
            long length = Math.min(bytes[i], sizeBytes - packed);
            visitor.block(element + at[i], packed, length);
            packed += length;
        }
        return packed;
    }

    /** The first bytes of it. */
    public Layout prefix(long wantedBytes) {
        if (wantedBytes >= sizeBytes) {
            return this;
        }
        long each = elementBytes();
        long elements = wantedBytes / each;
        int blocks = blocksOf(wantedBytes % each);
        return elements == 0 ? beginning(blocks, wantedBytes) : new Layout(at, bytes, elements, extent, blocks, wantedBytes);
    }

    /** How many blocks of an element hold its first bytes. */
    private int blocksOf(long wanted) {
        int blocks = 0;
        for (long left = wanted; left > 0; left -= bytes[blocks++]) {}
        return blocks;
    }

    private Layout beginning(int blocks, long wanted) {
        LayoutBuilder builder = new LayoutBuilder();
        for (int i = 0; i < blocks; i++) {
            builder.add(at[i], Math.min(bytes[i], wanted - builder.sizeBytes()));
        }
        return builder.build();
    }

    /** Is shown the parts of a layout. */
    @FunctionalInterface
    public interface Parts {
        /** @param packed where the part stands among the packed bytes of the whole */
        void part(Layout part, long packed);
    }

    /**
     * Shows it in parts, each of at most so many bytes and {@link #MOST_BLOCKS} blocks. Blocks are cut at multiples of that number of bytes alone.
     *
     * @param mostBytes a multiple of every element's length
     */
    public void forEachPart(int mostBytes, Parts parts) {
        new LayoutSplitter(mostBytes, parts).split(this);
    }

    /** Packs it, from user memory; it is no longer than an array. */
    public byte[] gather(Object base, long place) {
        byte[] packed = new byte[Math.toIntExact(sizeBytes)];
        gather(base, place, packed);
        return packed;
    }

    /** Packs it, from user memory, into other memory from its first byte on. */
    void gather(Object base, long place, Object packed) {
        Object memory = UserMemory.whole(base);
        long start = place + UserMemory.bytesBefore(base);
        forEach((block, to, length) -> UserMemory.copy(memory, start + block, packed, to, length));
    }

    /** Unpacks so many bytes into user memory. */
    public void scatter(Object packed, long from, Object base, long place) {
        Object memory = UserMemory.whole(base);
        long start = place + UserMemory.bytesBefore(base);
        forEach((block, at, length) -> UserMemory.copy(packed, from + at, memory, start + block, length));
    }

    // ---- travelling

    /** Appends the description of a layout of at most {@link #MOST_BLOCKS} blocks to a message. */
    public void put(PutBuffer to) {
        LayoutBuilder blocks = new LayoutBuilder();
        forEach((place, packed, length) -> blocks.addApart(place, length));
        blocks.build().putBlocks(to);
    }

    private void putBlocks(PutBuffer to) {
        long distance = distance();
        to.putByte(distance == Long.MIN_VALUE ? ANY : EQUAL).putInt(at.length);
        if (distance != Long.MIN_VALUE) {
            to.putLong(at.length == 0 ? 0 : at[0]).putLong(distance).putInt(at.length == 0 ? 0 : Math.toIntExact(bytes[0]));
            return;
        }
        for (int i = 0; i < at.length; i++) {
            to.putLong(at[i]).putInt(Math.toIntExact(bytes[i]));
        }
    }

    /** The distance at which equal blocks follow each other; the least number there is, if they do not. */
    private long distance() {
        long distance = at.length < 2 ? 0 : at[1] - at[0];
        for (int i = 1; i < at.length; i++) {
            if (at[i] - at[i - 1] != distance || bytes[i] != bytes[0]) {
                return Long.MIN_VALUE;
            }
        }
        return distance;
    }

    /**
     * Reads a description and leaves what follows it.
     *
     * @throws BraidException if the bytes are none
     */
    public static Layout get(GetBuffer from) {
        int form = from.getUnsignedByte();
        if (form != EQUAL && form != ANY) {
            throw refused("its form is " + form);
        }
        int blocks = form == ANY ? from.getCount("blocks of a layout", MOST_BLOCKS, Long.BYTES + LENGTH_BYTES) : from.getInt();
        if (blocks < 0 || blocks > MOST_BLOCKS) {
            throw refused("it has " + blocks + " blocks");
        }
        return form == EQUAL ? equal(from, blocks) : any(from, blocks);
    }

    private static Layout equal(GetBuffer from, int blocks) {
        long first = from.getLong();
        long distance = from.getLong();
        int length = checked(from.getInt(), blocks);
        LayoutBuilder builder = new LayoutBuilder();
        for (int i = 0; i < blocks; i++) {
            builder.addApart(place(first, distance, i), length);
        }
        return built(builder);
    }

    private static long place(long first, long distance, int i) {
        try {
            return bounded(Math.addExact(first, Math.multiplyExact(distance, i)));
        } catch (ArithmeticException tooFar) {
            throw refused("block " + i + " lies at " + first + " + " + i + " * " + distance);
        }
    }

    private static Layout any(GetBuffer from, int blocks) {
        LayoutBuilder builder = new LayoutBuilder();
        for (int i = 0; i < blocks; i++) {
            long place = bounded(from.getLong());
            builder.addApart(place, checked(from.getInt(), blocks));
        }
        return built(builder);
    }

    private static long bounded(long place) {
        if (place > FARTHEST_BYTES || place < -FARTHEST_BYTES) {
            throw refused("a block lies at " + place);
        }
        return place;
    }

    private static int checked(int length, int blocks) {
        if (length <= 0 && blocks > 0) {
            throw refused("a block has " + length + " bytes");
        }
        return length;
    }

    private static Layout built(LayoutBuilder builder) {
        if (builder.sizeBytes() > Integer.MAX_VALUE) {
            throw refused("it has more than " + Integer.MAX_VALUE + " bytes");
        }
        return builder.build();
    }

    private static BraidException refused(String why) {
        return new BraidException(ErrorCode.INPUT_OUT_OF_RANGE, "The layout of an access was refused", why, "See whether its sender is of the same build");
    }
}
