package org.braid.mpi.window.layout;

import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.GetBuffer;
import org.braid.base.wire.PutBuffer;
import org.braid.mpi.data.TypeMap;
import org.braid.mpi.data.UserMemory;
import org.jspecify.annotations.Nullable;

/**
 * Where data lie, relative to some place: blocks of bytes in the order in which they are packed. It is what a count of elements of a datatype comes to, or the first bytes of them; a part of it with few blocks, which are listed, travels to
 * the target of an access.
 *
 * <pre>
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
    private final @Nullable ElementBlocks elements; // if nothing is listed; then there are some bytes
    private final long sizeBytes;

    private Layout(long[] at, long[] bytes, @Nullable ElementBlocks elements, long sizeBytes) {
        this.at = at;
        this.bytes = bytes;
        this.elements = elements;
        this.sizeBytes = sizeBytes;
    }

    /** One block from the place itself on. */
    public static Layout of(long bytes) {
        return bytes == 0 ? new Layout(new long[0], new long[0], null, 0) : of(new long[] {0}, new long[] {bytes}, bytes);
    }

    /**
     * The data of so many elements of a type.
     *
     * @throws ArithmeticException if they have more bytes than any window, or reach beyond any
     */
    public static Layout of(TypeMap map, long count) {
        return map.isContiguous() ? of(sizeBytes(map.sizeBytes(), count)) : of(new ElementBlocks(map.layout(), Long.MAX_VALUE), count);
    }

    private static long sizeBytes(long each, long count) {
        long size = Math.multiplyExact(count, each);
        if (size > FARTHEST_BYTES) {
            throw beyond();
        }
        return size;
    }

    /** So many elements whose blocks are these; throws as {@link #of(TypeMap, long)}. */
    static Layout of(ElementBlocks elements, long count) {
        long size = sizeBytes(elements.elementBytes(), count);
        if (size == 0) {
            return of(0);
        }
        Layout layout = new Layout(new long[0], new long[0], elements, size);
        if (layout.first() < -FARTHEST_BYTES || layout.end() > FARTHEST_BYTES) {
            throw beyond();
        }
        return layout;
    }

    private static ArithmeticException beyond() {
        return new ArithmeticException("beyond every window");
    }

    static Layout of(long[] at, long[] bytes, long sizeBytes) {
        return new Layout(at, bytes, null, sizeBytes);
    }

    /** Bytes of data. */
    public long sizeBytes() {
        return sizeBytes;
    }

    /** Whether all lies in one piece. */
    public boolean isOneBlock() {
        return elements == null ? at.length == 1 : elements.areOneBlock(sizeBytes);
    }

    /** The first byte that is touched, relative to the place; 0 if none is. */
    public long first() {
        if (elements != null) {
            return elements.first(sizeBytes);
        }
        long first = at.length == 0 ? 0 : Long.MAX_VALUE;
        for (long place : at) {
            first = Math.min(first, place);
        }
        return first;
    }

    /** One past the last byte that is touched, relative to the place; 0 if none is. */
    public long end() {
        if (elements != null) {
            return elements.end(sizeBytes);
        }
        long end = at.length == 0 ? 0 : Long.MIN_VALUE;
        for (int i = 0; i < at.length; i++) {
            end = Math.max(end, at[i] + bytes[i]);
        }
        return end;
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
        if (elements != null) {
            elements.forEach(sizeBytes, visitor);
            return;
        }
        long packed = 0;
        for (int i = 0; i < at.length; i++) {
            visitor.block(at[i], packed, bytes[i]);
            packed += bytes[i];
        }
    }

    /** The first bytes of it. */
    public Layout prefix(long wantedBytes) {
        if (wantedBytes >= sizeBytes || wantedBytes == 0) {
            return wantedBytes == 0 ? of(0) : this;
        }
        if (elements != null) {
            return new Layout(at, bytes, elements, wantedBytes);
        }
        LayoutBuilder builder = new LayoutBuilder();
        for (int i = 0; builder.sizeBytes() < wantedBytes; i++) {
            builder.add(at[i], Math.min(bytes[i], wantedBytes - builder.sizeBytes()));
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
