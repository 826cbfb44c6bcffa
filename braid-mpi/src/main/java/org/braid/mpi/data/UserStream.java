package org.braid.mpi.data;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * The data of {@code count} elements in user memory as a stream of bytes in type-map order, any part of which can be copied out or in. In external32 (MPI 4.1, section 14.5.2) base elements have their highest byte first; their sizes are
 * those that they have in Java.
 */
public final class UserStream {
    private final Object memory;
    private final long start;
    private final Layout layout;
    private final long bytes;
    private final boolean plain;
    private final boolean swaps;

    private UserStream(TypeMap map, Object memory, long start, long count, boolean bigEndian) {
        this.memory = memory;
        this.start = start;
        this.swaps = bigEndian && ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN && !isOfBytes(map);
        this.layout = swaps ? map.elementLayout() : map.layout();
        this.bytes = Math.multiplyExact(count, map.sizeBytes());
        this.plain = map.isContiguous() && !swaps;
    }

    /**
     * The stream of {@code count} elements from byte {@code offset} of {@code base}.
     *
     * @param base null only if there is no data
     * @param bigEndian whether the stream is in external32
     */
    public static UserStream of(TypeMap map, @Nullable Object base, long offset, long count, boolean bigEndian) {
        return base == null
                ? new UserStream(map, new byte[0], 0, 0, bigEndian)
                : new UserStream(map, UserMemory.whole(base), offset + UserMemory.bytesBefore(base), count, bigEndian);
    }

    private static boolean isOfBytes(TypeMap map) {
        BaseType base = map.base();
        return base != null && base.bytes() == 1;
    }

    /** Its length. */
    public long bytes() {
        return bytes;
    }

    /** Whether the stream lies in memory as it is, from {@link #at at(0)} of {@link #memory} on. */
    public boolean isPlain() {
        return plain;
    }

    /** The user's memory. */
    public Object memory() {
        return memory;
    }

    /** Where byte {@code position} of a plain stream lies in {@link #memory}. */
    public long at(long position) {
        return start + position;
    }

    /** Copies {@code length} bytes of the stream from {@code position} on into {@code to}, from byte {@code at} on. */
    public void copyTo(long position, MemorySegment to, long at, long length) {
        walk(position, to, at, length, true);
    }

    /** Copies {@code length} bytes, which are in the stream's form and may be changed here, from byte {@code at} of {@code from} to {@code position} of the stream. */
    public void copyFrom(MemorySegment from, long at, long position, long length) {
        walk(position, from, at, length, false);
    }

    private void walk(long position, MemorySegment staged, long at, long length, boolean out) {
        if (length == 0) {
            return;
        }
        LayoutCursor cursor = layout.cursor(position);
        long done = 0;
        while (done < length) {
            long take = Math.min(cursor.left(), length - done);
            if (swaps && cursor.width() > 1) {
                take = swapPart(cursor, staged, at + done, take, out);
            } else {
                copy(start + cursor.displacement(), staged, at + done, take, out);
            }
            cursor.skip(take);
            done += take;
        }
    }

    private void copy(long from, MemorySegment staged, long at, long length, boolean out) {
        if (out) {
            UserMemory.copy(memory, from, staged, at, length);
        } else {
            UserMemory.copy(staged, at, memory, from, length);
        }
    }

    /** As many whole elements as there are, or the part of one in which the stream was cut; bytes moved. */
    private long swapPart(LayoutCursor cursor, MemorySegment staged, long at, long most, boolean out) {
        int width = cursor.width();
        int in = cursor.inElement();
        long from = start + cursor.displacement();
        if (in > 0 || most < width) {
            int take = (int) Math.min(width - in, most);
            for (int i = 0; i < take; i++) {
                copy(from - in + width - 1 - (in + i), staged, at + i, 1, out);
            }
            return take;
        }
        long whole = most - most % width;
        if (out) {
            copy(from, staged, at, whole, true);
            reverse(staged, at, whole, width);
        } else {
            reverse(staged, at, whole, width);
            copy(from, staged, at, whole, false);
        }
        return whole;
    }

    private static void reverse(MemorySegment bytes, long at, long length, int width) {
        for (long i = at; i < at + length; i += width) {
            switch (width) {
                case 2 -> bytes.set(ValueLayout.JAVA_SHORT_UNALIGNED, i, Short.reverseBytes(bytes.get(ValueLayout.JAVA_SHORT_UNALIGNED, i)));
                case 4 -> bytes.set(ValueLayout.JAVA_INT_UNALIGNED, i, Integer.reverseBytes(bytes.get(ValueLayout.JAVA_INT_UNALIGNED, i)));
                default -> bytes.set(ValueLayout.JAVA_LONG_UNALIGNED, i, Long.reverseBytes(bytes.get(ValueLayout.JAVA_LONG_UNALIGNED, i)));
            }
        }
    }
}
