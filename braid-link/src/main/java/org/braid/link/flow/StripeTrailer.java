package org.braid.link.flow;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * What stands behind the payload of a frame that went by one of several lanes: its number among all frames of the striped lane, and its kind.
 *
 * <pre>
 *   63      56 55                                 0
 *  +----------+-----------------------------------+
 *  | kind u8  | number u56                        |   little-endian, not aligned
 *  +----------+-----------------------------------+
 * </pre>
 */
public final class StripeTrailer {
    /** Of every trailer. */
    public static final int BYTES = 8;

    private static final int NUMBER_BITS = 56;
    private static final VarHandle IN_ARRAYS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong IN_SEGMENTS = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private StripeTrailer() {}

    /** Writes one behind the payload, from {@code at} on. */
    public static void put(byte[] to, int at, long number, int kind) {
        IN_ARRAYS.set(to, at, (long) kind << NUMBER_BITS | number);
    }

    /** The trailer that begins there. */
    public static long get(MemorySegment from, long offset) {
        return from.get(IN_SEGMENTS, offset);
    }

    /** The frame's number, from 0 on. */
    public static long number(long trailer) {
        return trailer & (1L << NUMBER_BITS) - 1;
    }

    /** The frame's kind, 0 to 255; not checked. */
    public static int kind(long trailer) {
        return (int) (trailer >>> NUMBER_BITS);
    }
}
