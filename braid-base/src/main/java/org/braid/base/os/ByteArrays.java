package org.braid.base.os;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * {@code byte[]} to and from native memory; the caller has checked the array's bounds.
 *
 * <p>Short pieces are covered by moves that overlap in the middle, so that a length needs no loop over its last bytes:
 * <pre>
 *   11 bytes   [ first 8 ······· ]
 *                     [ ··· last 8 ····· ]
 * </pre>
 */
final class ByteArrays {
    /** Longest piece that is moved by hand: one cache line. */
    static final int UNROLLED_BYTES = 64;

    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder()).withInvokeExactBehavior();
    private static final VarHandle INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder()).withInvokeExactBehavior();

    private ByteArrays() {}

    static void copyIn(byte[] from, int first, MemorySegment to, long at, int bytes) {
        if (bytes > UNROLLED_BYTES) {
            MemorySegment.copy(from, first, to, JAVA_BYTE, at, bytes);
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
            to.set(JAVA_BYTE, at, from[first]);
            to.set(JAVA_BYTE, at + (bytes >> 1), from[first + (bytes >> 1)]);
            to.set(JAVA_BYTE, at + bytes - 1, from[first + bytes - 1]);
        }
    }

    static void copyOut(MemorySegment from, long at, byte[] to, int first, int bytes) {
        if (bytes > UNROLLED_BYTES) {
            MemorySegment.copy(from, JAVA_BYTE, at, to, first, bytes);
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
            to[first] = from.get(JAVA_BYTE, at);
            to[first + (bytes >> 1)] = from.get(JAVA_BYTE, at + (bytes >> 1));
            to[first + bytes - 1] = from.get(JAVA_BYTE, at + bytes - 1);
        }
    }
}
