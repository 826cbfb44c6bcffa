package org.braid.base.os;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The last 128 bytes of an arena's segment, by which a peer sees whose it is, for descriptor numbers are used again and names are not; and whether its owner's notes lie there, and nothing else.
 *
 * <pre>
 *   bytes - 128           bytes - 120              bytes - 112
 *  +---------------------+------------------------+------------
 *  | name of the arena   | 1 for a ledger, else 0 | 0
 *  +---------------------+------------------------+------------
 * </pre>
 *
 * <p>Written before any peer can have heard of the segment.
 */
final class SegmentStamp {
    static final int BYTES = 128;

    private static final int USE = 8;
    private static final long LEDGER = 1;

    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    private SegmentStamp() {}

    static void put(MemorySegment segment, long arena) {
        segment.set(LONG, segment.byteSize() - BYTES, arena);
    }

    static void putLedger(MemorySegment segment, long arena) {
        put(segment, arena);
        segment.set(LONG, segment.byteSize() - BYTES + USE, LEDGER);
    }

    static boolean isLedger(MemorySegment segment) {
        return segment.byteSize() >= BYTES && segment.get(LONG, segment.byteSize() - BYTES + USE) == LEDGER;
    }

    static boolean says(MemorySegment segment, long arena) {
        return segment.byteSize() >= BYTES && segment.get(LONG, segment.byteSize() - BYTES) == arena;
    }
}
