package org.braid.mpi.window.layout;

import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.GetBuffer;
import org.braid.base.wire.PutBuffer;
import org.braid.mpi.data.TypeMap;
import org.braid.mpi.data.UserMemory;

/**
 * Where data lie, relative to some place: blocks of bytes in the order in which they are packed. It is what a count of elements of a datatype comes to, and travels to the target of an access.
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
    private static final long FARTHEST_BYTES = 1L << 60;

    private static final int EQUAL = 0;
    private static final int ANY = 1;

    private static final int LENGTH_BYTES = Integer.BYTES;

    private final long[] at;
    private final int[] bytes;
    private final int sizeBytes;

    private Layout(long[] at, int[] bytes, long sizeBytes) {
        this.at = at;
        this.bytes = bytes;
        this.sizeBytes = Math.toIntExact(sizeBytes);
    }

    /** One block from the place itself on. */
    public static Layout of(int bytes) {
        return bytes == 0 ? new Layout(new long[0], new int[0], 0) : new Layout(new long[] {0}, new int[] {bytes}, bytes);
    }

    /**
     * The data of so many elements of a type.
     *
     * @throws ArithmeticException if they have more bytes, or more blocks, than an {@code int} counts
     */
    public static Layout of(TypeMap map, int count) {
        if (map.isContiguous()) {
            return of(Math.multiplyExact(map.sizeBytes(), count));
        }
        LayoutBuilder builder = new LayoutBuilder();
        for (int k = 0; k < count; k++) {
            for (int i = 0; i < map.blocks(); i++) {
                builder.add((long) k * map.extentBytes() + map.blockAtBytes(i), map.blockBytes(i));
            }
        }
        return builder.build();
    }

    static Layout of(long[] at, int[] bytes, long sizeBytes) {
        return new Layout(at, bytes, sizeBytes);
    }

    /** Bytes of data. */
    public int sizeBytes() {
        return sizeBytes;
    }

    /** Whether all lies in one piece. */
    public boolean isOneBlock() {
        return at.length == 1;
    }

    /** The first byte that is touched, relative to the place; 0 if none is. */
    public long first() {
        long first = Long.MAX_VALUE;
        for (long each : at) {
            first = Math.min(first, each);
        }
        return at.length == 0 ? 0 : first;
    }

    /** One past the last byte that is touched, relative to the place; 0 if none is. */
    public long end() {
        long end = Long.MIN_VALUE;
        for (int i = 0; i < at.length; i++) {
            end = Math.max(end, at[i] + bytes[i]);
        }
        return at.length == 0 ? 0 : end;
    }

    /** Is shown the blocks. */
    @FunctionalInterface
    public interface Visitor {
        /**
         * @param at relative to the place
         * @param packed where the block stands among the packed bytes
         */
        void block(long at, int packed, int bytes);
    }

    /** Shows all blocks, in the order in which they are packed. */
    public void forEach(Visitor visitor) {
        int packed = 0;
        for (int i = 0; i < at.length; i++) {
            visitor.block(at[i], packed, bytes[i]);
            packed += bytes[i];
        }
    }

    /** The first bytes of it. */
    public Layout prefix(int wantedBytes) {
        if (wantedBytes >= sizeBytes) {
            return this;
        }
        LayoutBuilder builder = new LayoutBuilder();
        forEach((block, packed, length) -> {
            if (packed < wantedBytes) {
                builder.add(block, Math.min(length, wantedBytes - packed));
            }
        });
        return builder.build();
    }

    /** Is shown the parts of a layout. */
    @FunctionalInterface
    public interface Parts {
        /** @param packed where the part stands among the packed bytes of the whole */
        void part(Layout part, int packed);
    }

    /**
     * Shows it in parts, each of at most so many bytes and {@link #MOST_BLOCKS} blocks. Blocks are cut at multiples of that number of bytes alone.
     *
     * @param mostBytes a multiple of every element's length
     */
    public void forEachPart(int mostBytes, Parts parts) {
        new LayoutSplitter(mostBytes, parts).split(this);
    }

    /** Packs it, from user memory. */
    public byte[] gather(Object base, long place) {
        byte[] packed = new byte[sizeBytes];
        Object memory = UserMemory.whole(base);
        long start = place + UserMemory.bytesBefore(base);
        forEach((block, to, length) -> UserMemory.copy(memory, start + block, packed, to, length));
        return packed;
    }

    /** Unpacks so many bytes into user memory. */
    public void scatter(Object packed, long from, Object base, long place) {
        Object memory = UserMemory.whole(base);
        long start = place + UserMemory.bytesBefore(base);
        forEach((block, at, length) -> UserMemory.copy(packed, from + at, memory, start + block, length));
    }

    // ---- travelling

    /** Appends the description to a message. */
    public void put(PutBuffer to) {
        long distance = distance();
        to.putByte(distance == Long.MIN_VALUE ? ANY : EQUAL).putInt(at.length);
        if (distance != Long.MIN_VALUE) {
            to.putLong(at.length == 0 ? 0 : at[0]).putLong(distance).putInt(at.length == 0 ? 0 : bytes[0]);
            return;
        }
        for (int i = 0; i < at.length; i++) {
            to.putLong(at[i]).putInt(bytes[i]);
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
        try {
            return builder.build();
        } catch (ArithmeticException tooLong) {
            throw refused("it has more than " + Integer.MAX_VALUE + " bytes");
        }
    }

    private static BraidException refused(String why) {
        return new BraidException(ErrorCode.INPUT_OUT_OF_RANGE, "The layout of an access was refused", why, "See whether its sender is of the same build");
    }
}
