package org.braid.base.os;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The last 128 bytes of an arena's segment, by which a peer sees whose it is: descriptor numbers are used again, names are not.
 *
 * <pre>
 *   bytes - 128           bytes - 120
 *  +---------------------+------------
 *  | name of the arena   | 0
 *  +---------------------+------------
 * </pre>
 *
 * <p>Written before any peer can have heard of the segment.
 */
final class SegmentStamp {
    static final int BYTES = 128;

    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    private SegmentStamp() {}

    static void put(MemorySegment segment, long arena) {
        segment.set(LONG, segment.byteSize() - BYTES, arena);
    }

    static boolean says(MemorySegment segment, long arena) {
        return segment.byteSize() >= BYTES && segment.get(LONG, segment.byteSize() - BYTES) == arena;
    }
}
