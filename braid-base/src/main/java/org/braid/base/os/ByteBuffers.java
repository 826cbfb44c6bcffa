package org.braid.base.os;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static org.braid.base.os.ByteArrays.UNROLLED_BYTES;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * {@link ByteBuffer}, direct or heap, to and from native memory; the caller has checked the capacity.
 *
 * <p>Long pieces go through a buffer view of the <em>native</em> side, never through a segment of the user's buffer: the view is
 * always of one class, so escape analysis removes it, while {@code MemorySegment.ofBuffer} has to merge three classes of segment
 * and two of session as soon as a process uses malloc'ed, mapped and heap buffers side by side (64 bytes for each copy).
 */
final class ByteBuffers {
    private static final VarHandle LONGS =
            MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder()).withInvokeExactBehavior();
    private static final VarHandle INTS =
            MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder()).withInvokeExactBehavior();

    private ByteBuffers() {}

    static void copyIn(ByteBuffer buffer, int first, MemorySegment to, long at, int bytes) {
        ByteBuffer from = first + bytes <= buffer.limit() ? buffer : whole(buffer);
        if (bytes > UNROLLED_BYTES) {
            to.asSlice(at, bytes).asByteBuffer().put(0, from, first, bytes);
        } else if (bytes >= 8) {
            int last = bytes - 8;
            for (int i = 0; i < last; i += 8) {
                to.set(JAVA_LONG_UNALIGNED, at + i, (long) LONGS.get(from, first + i));
            }
            to.set(JAVA_LONG_UNALIGNED, at + last, (long) LONGS.get(from, first + last));
        } else if (bytes >= 4) {
            to.set(JAVA_INT_UNALIGNED, at, (int) INTS.get(from, first));
            to.set(JAVA_INT_UNALIGNED, at + bytes - 4, (int) INTS.get(from, first + bytes - 4));
        } else if (bytes > 0) {
            to.set(JAVA_BYTE, at, from.get(first));
            to.set(JAVA_BYTE, at + (bytes >> 1), from.get(first + (bytes >> 1)));
            to.set(JAVA_BYTE, at + bytes - 1, from.get(first + bytes - 1));
        }
    }

    static void copyOut(MemorySegment from, long at, ByteBuffer buffer, int first, int bytes) {
        ByteBuffer to = first + bytes <= buffer.limit() ? buffer : whole(buffer);
        if (bytes > UNROLLED_BYTES) {
            to.put(first, from.asSlice(at, bytes).asByteBuffer(), 0, bytes);
        } else if (bytes >= 8) {
            int last = bytes - 8;
            for (int i = 0; i < last; i += 8) {
                LONGS.set(to, first + i, from.get(JAVA_LONG_UNALIGNED, at + i));
            }
            LONGS.set(to, first + last, from.get(JAVA_LONG_UNALIGNED, at + last));
        } else if (bytes >= 4) {
            INTS.set(to, first, from.get(JAVA_INT_UNALIGNED, at));
            INTS.set(to, first + bytes - 4, from.get(JAVA_INT_UNALIGNED, at + bytes - 4));
        } else if (bytes > 0) {
            to.put(first, from.get(JAVA_BYTE, at));
            to.put(first + (bytes >> 1), from.get(JAVA_BYTE, at + (bytes >> 1)));
            to.put(first + bytes - 1, from.get(JAVA_BYTE, at + bytes - 1));
        }
    }

    /** Rare: the piece lies beyond the user's limit. The limit belongs to the user and stays; a second buffer costs an object. */
    private static ByteBuffer whole(ByteBuffer buffer) {
        return buffer.duplicate().clear();
    }
}
