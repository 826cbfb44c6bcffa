package org.braid.base.memory;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;

/**
 * {@code boolean[]} to and from native memory, one byte for each element: 0 or 1 going out; anything but 0 is true coming in.
 * The JDK has no bulk copy for this type because a {@code boolean} that is neither 0 nor 1 must never exist.
 */
final class BooleanArrays {
    private BooleanArrays() {}

    static void copyIn(boolean[] from, int first, MemorySegment to, long at, int count) {
        for (int i = 0; i < count; i++) {
            to.set(JAVA_BYTE, at + i, (byte) (from[first + i] ? 1 : 0));
        }
    }

    static void copyOut(MemorySegment from, long at, boolean[] to, int first, int count) {
        for (int i = 0; i < count; i++) {
            to[first + i] = from.get(JAVA_BYTE, at + i) != 0;
        }
    }
}
