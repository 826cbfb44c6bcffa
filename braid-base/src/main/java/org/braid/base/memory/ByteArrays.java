package org.braid.base.memory;

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
    /** Longest piece that is moved by hand: as quick as the JDK's copy for twice as much, but each move takes 1 µs before it is compiled, as that copy does in all. */
    private static final int UNROLLED_BYTES = 32;

    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder()).withInvokeExactBehavior();
    private static final VarHandle INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder()).withInvokeExactBehavior();

    private ByteArrays() {}

    static void copyIn(byte[] from, int first, MemorySegment to, long at, int bytes) {
        if (bytes > UNROLLED_BYTES) {
            MemorySegment.copy(from, first, to, JAVA_BYTE, at, bytes);
        } else if (bytes > 16) {
            in16(from, first, to, at);
            in16(from, first + bytes - 16, to, at + bytes - 16);
        } else if (bytes == 8) {
            in8(from, first, to, at);
        } else if (bytes > 8) {
            in8(from, first, to, at);
            in8(from, first + bytes - 8, to, at + bytes - 8);
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
        } else if (bytes > 16) {
            out16(from, at, to, first);
            out16(from, at + bytes - 16, to, first + bytes - 16);
        } else if (bytes == 8) {
            out8(from, at, to, first);
        } else if (bytes > 8) {
            out8(from, at, to, first);
            out8(from, at + bytes - 8, to, first + bytes - 8);
        } else if (bytes >= 4) {
            INTS.set(to, first, from.get(JAVA_INT_UNALIGNED, at));
            INTS.set(to, first + bytes - 4, from.get(JAVA_INT_UNALIGNED, at + bytes - 4));
        } else if (bytes > 0) {
            to[first] = from.get(JAVA_BYTE, at);
            to[first + (bytes >> 1)] = from.get(JAVA_BYTE, at + (bytes >> 1));
            to[first + bytes - 1] = from.get(JAVA_BYTE, at + bytes - 1);
        }
    }

    private static void in8(byte[] from, int first, MemorySegment to, long at) {
        to.set(JAVA_LONG_UNALIGNED, at, (long) LONGS.get(from, first));
    }

    private static void in16(byte[] from, int first, MemorySegment to, long at) {
        in8(from, first, to, at);
        in8(from, first + 8, to, at + 8);
    }

    private static void out8(MemorySegment from, long at, byte[] to, int first) {
        LONGS.set(to, first, from.get(JAVA_LONG_UNALIGNED, at));
    }

    private static void out16(MemorySegment from, long at, byte[] to, int first) {
        out8(from, at, to, first);
        out8(from, at + 8, to, first + 8);
    }
}
