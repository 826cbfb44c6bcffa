package org.braid.base.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import java.nio.ByteBuffer;

/** User memory to user memory, for messages that stay in the process; the caller has checked both bounds. */
final class UserToUser {
    /** Longest piece that one {@code int}-sized copy takes. */
    private static final int PIECE_BYTES = 1 << 30;
    private static final int BOUNCE_BYTES = 1 << 16;

    private UserToUser() {}

    static void copy(Object from, long fromOffset, Object to, long toOffset, long bytes) {
        if (from.getClass() == to.getClass() && from.getClass().isArray() && arrayToArray(from, fromOffset, to, toOffset, bytes)) {
            return;
        }
        if (from instanceof ByteBuffer source && to instanceof ByteBuffer target && fromOffset + bytes <= source.limit()
                && toOffset + bytes <= target.limit()) {
            target.put((int) toOffset, source, (int) fromOffset, (int) bytes);
        } else if (hasAddress(to)) {
            toNative(from, fromOffset, segmentOf(to), toOffset, bytes);
        } else if (hasAddress(from)) {
            fromNative(segmentOf(from), fromOffset, to, toOffset, bytes);
        } else {
            bounce(from, fromOffset, to, toOffset, bytes);
        }
    }

    /** Arrays of one type, unless the piece splits an element. */
    private static boolean arrayToArray(Object from, long fromOffset, Object to, long toOffset, long bytes) {
        int shift = PrimitiveArrays.elementShift(from);
        if (((fromOffset | toOffset | bytes) & ((1 << shift) - 1)) != 0) {
            return false;
        }
        System.arraycopy(from, (int) (fromOffset >> shift), to, (int) (toOffset >> shift), (int) (bytes >> shift));
        return true;
    }

    private static void toNative(Object from, long fromOffset, MemorySegment to, long toOffset, long bytes) {
        if (hasAddress(from)) {
            MemorySegment.copy(segmentOf(from), fromOffset, to, toOffset, bytes);
            return;
        }
        for (long done = 0; done < bytes; done += PIECE_BYTES) {
            Memory.copyIn(from, fromOffset + done, to, toOffset + done, (int) Math.min(bytes - done, PIECE_BYTES));
        }
    }

    private static void fromNative(MemorySegment from, long fromOffset, Object to, long toOffset, long bytes) {
        for (long done = 0; done < bytes; done += PIECE_BYTES) {
            Memory.copyOut(from, fromOffset + done, to, toOffset + done, (int) Math.min(bytes - done, PIECE_BYTES));
        }
    }

    /** Heap memory of two types: rare, so it goes through a little native memory and keeps heap segments off the hot paths. */
    private static void bounce(Object from, long fromOffset, Object to, long toOffset, long bytes) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment between = arena.allocate(Math.min(bytes, BOUNCE_BYTES)); // which zeroes it
            for (long done = 0; done < bytes; done += BOUNCE_BYTES) {
                int piece = (int) Math.min(bytes - done, BOUNCE_BYTES);
                Memory.copyIn(from, fromOffset + done, between, 0, piece);
                Memory.copyOut(between, 0, to, toOffset + done, piece);
            }
        }
    }

    private static boolean hasAddress(Object base) {
        return base instanceof MemorySegment segment ? segment.isNative() : base instanceof Buffer buffer && buffer.isDirect();
    }

    private static MemorySegment segmentOf(Object base) {
        return base instanceof MemorySegment segment ? segment : NioBuffers.whole((Buffer) base);
    }
}
