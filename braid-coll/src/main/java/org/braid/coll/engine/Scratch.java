package org.braid.coll.engine;

import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import org.braid.base.memory.Memory;
import org.jspecify.annotations.Nullable;

/** Memory for temporaries, used again and again: a few pieces, the largest of which are let go when too much is kept. */
final class Scratch {
    private static final int PIECES = 8;
    private static final long KEPT_BYTES = 32L << 20;
    private static final long LONGEST_ARRAY_BYTES = Integer.MAX_VALUE - 8L;

    private final @Nullable Object[] free = new Object[PIECES];
    private final long[] freeBytes = new long[PIECES]; // 0 where there is none
    private long keptBytes;

    /** Memory of at least {@code bytes} bytes; of the reducer's kind if there is one. */
    Object take(@Nullable Reducer reducer, long bytes) {
        for (int at = 0; at < PIECES; at++) {
            Object piece = free[at];
            if (piece != null && freeBytes[at] >= bytes && (reducer == null ? piece instanceof byte[] : reducer.likesScratch(piece))) {
                drop(at);
                return piece;
            }
        }
        return reducer == null ? plain(bytes) : reducer.newScratch(bytes);
    }

    /** What no array holds lies outside of the heap, until nobody knows it any more. */
    private static Object plain(long bytes) {
        return bytes <= LONGEST_ARRAY_BYTES ? new byte[(int) bytes] : Arena.ofAuto().allocate(bytes, ValueLayout.JAVA_LONG.byteAlignment());
    }

    /** Keeps the piece for later, if there is room; an older one makes way if all places are taken. */
    void give(Object piece) {
        long bytes = Memory.capacityBytes(piece);
        if (bytes > KEPT_BYTES) {
            return;
        }
        int place = place();
        drop(place);
        while (keptBytes + bytes > KEPT_BYTES) {
            drop(fullPlace());
        }
        free[place] = piece;
        freeBytes[place] = bytes;
        keptBytes += bytes;
    }

    private int place() {
        for (int at = 0; at < PIECES; at++) {
            if (free[at] == null) {
                return at;
            }
        }
        return 0;
    }

    private int fullPlace() {
        int at = 0;
        while (free[at] == null) {
            at++;
        }
        return at;
    }

    private void drop(int at) {
        keptBytes -= freeBytes[at];
        freeBytes[at] = 0;
        free[at] = null;
    }
}
