package org.braid.base.memory;

import static java.lang.foreign.ValueLayout.JAVA_CHAR_UNALIGNED;

import java.lang.foreign.MemorySegment;

/**
 * {@code char[]} to and from native memory; indexes and counts are elements, and the caller has checked the array's bounds. A line of
 * text goes element by element: the JDK's copy spins a class for 5 ms at its first use, in every rank that says hello.
 */
final class CharArrays {
    private static final int LINE = 128;

    private CharArrays() {}

    static void copyIn(char[] from, int first, MemorySegment to, long at, int count) {
        if (count > LINE) {
            MemorySegment.copy(from, first, to, JAVA_CHAR_UNALIGNED, at, count);
            return;
        }
        for (int i = 0; i < count; i++) {
            to.set(JAVA_CHAR_UNALIGNED, at + ((long) i << 1), from[first + i]);
        }
    }

    static void copyOut(MemorySegment from, long at, char[] to, int first, int count) {
        if (count > LINE) {
            MemorySegment.copy(from, JAVA_CHAR_UNALIGNED, at, to, first, count);
            return;
        }
        for (int i = 0; i < count; i++) {
            to[first + i] = from.get(JAVA_CHAR_UNALIGNED, at + ((long) i << 1));
        }
    }
}
