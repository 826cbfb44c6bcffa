package org.braid.base.memory;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static org.braid.base.memory.PrimitiveArrays.FEW;

import java.lang.foreign.MemorySegment;

/** {@code long[]} to and from native memory; indexes and counts are elements, and the caller has checked the array's bounds. */
final class LongArrays {
    private LongArrays() {}

    static void copyIn(long[] from, int first, MemorySegment to, long at, int count) {
        if (count > FEW) {
            MemorySegment.copy(from, first, to, JAVA_LONG_UNALIGNED, at, count);
            return;
        }
        for (int i = 0; i < count; i++) {
            to.set(JAVA_LONG_UNALIGNED, at + ((long) i << 3), from[first + i]);
        }
    }

    static void copyOut(MemorySegment from, long at, long[] to, int first, int count) {
        if (count > FEW) {
            MemorySegment.copy(from, JAVA_LONG_UNALIGNED, at, to, first, count);
            return;
        }
        for (int i = 0; i < count; i++) {
            to[first + i] = from.get(JAVA_LONG_UNALIGNED, at + ((long) i << 3));
        }
    }
}
