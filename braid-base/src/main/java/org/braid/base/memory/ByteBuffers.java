package org.braid.base.memory;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;

/**
 * {@link ByteBuffer}, direct or heap, to and from native memory; the caller has checked the capacity.
 *
 * <p>Up to {@value #LOOPED_BYTES} bytes by moves as in {@link ByteArrays}: nothing in them can allocate, however they are
 * compiled. That the buffer is known as {@link MappedByteBuffer}, which every direct one is, spares them a class check each.
 */
final class ByteBuffers {
    /** Above this the JDK's copy between buffers is quicker, even if it costs the objects that {@link BufferViews} speaks of. */
    static final int LOOPED_BYTES = 255;

    private ByteBuffers() {}

    static void copyIn(ByteBuffer buffer, int first, MemorySegment to, long at, int bytes) {
        ByteBuffer from = first + bytes <= buffer.limit() ? buffer : whole(buffer);
        if (from.hasArray()) {
            ByteArrays.copyIn(from.array(), from.arrayOffset() + first, to, at, bytes);
        } else if (bytes <= LOOPED_BYTES && from instanceof MappedByteBuffer direct) {
            movesIn(direct, first, to, at, bytes);
        } else {
            BufferViews.copyIn(from, first, to, at, bytes);
            FileFaults.throwNow();
        }
    }

    static void copyOut(MemorySegment from, long at, ByteBuffer buffer, int first, int bytes) {
        ByteBuffer to = first + bytes <= buffer.limit() ? buffer : whole(buffer);
        if (to.hasArray()) {
            ByteArrays.copyOut(from, at, to.array(), to.arrayOffset() + first, bytes);
        } else if (bytes <= LOOPED_BYTES && to instanceof MappedByteBuffer direct) {
            movesOut(from, at, direct, first, bytes);
        } else {
            BufferViews.copyOut(from, at, to, first, bytes);
            FileFaults.throwNow();
        }
    }

    private static void movesIn(MappedByteBuffer from, int first, MemorySegment to, long at, int bytes) {
        boolean swap = from.order() != ByteOrder.nativeOrder();
        if (bytes >= 8) {
            int last = bytes - 8;
            for (int i = 0; i < last; i += 8) {
                to.set(JAVA_LONG_UNALIGNED, at + i, ordered(from.getLong(first + i), swap));
            }
            to.set(JAVA_LONG_UNALIGNED, at + last, ordered(from.getLong(first + last), swap));
            return;
        }
        for (int i = 0; i < bytes; i++) {
            to.set(JAVA_BYTE, at + i, from.get(first + i));
        }
    }

    private static void movesOut(MemorySegment from, long at, MappedByteBuffer to, int first, int bytes) {
        boolean swap = to.order() != ByteOrder.nativeOrder();
        if (bytes >= 8) {
            int last = bytes - 8;
            for (int i = 0; i < last; i += 8) {
                to.putLong(first + i, ordered(from.get(JAVA_LONG_UNALIGNED, at + i), swap));
            }
            to.putLong(first + last, ordered(from.get(JAVA_LONG_UNALIGNED, at + last), swap));
            return;
        }
        for (int i = 0; i < bytes; i++) {
            to.put(first + i, from.get(JAVA_BYTE, at + i));
        }
    }

    /** The buffer reads and writes in its own order; bytes must lie as they did. */
    private static long ordered(long value, boolean swap) {
        return swap ? Long.reverseBytes(value) : value;
    }

    /** Rare: the piece lies beyond the user's limit. The limit belongs to the user and stays; a second buffer costs an object. */
    private static ByteBuffer whole(ByteBuffer buffer) {
        return buffer.duplicate().clear();
    }
}
