package org.braid.base.memory;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static org.braid.base.memory.ByteBuffers.LOOPED_BYTES;

import java.lang.foreign.MemorySegment;
import java.nio.LongBuffer;

/** {@link LongBuffer} of native order to and from native memory; indexes and counts are elements, and the caller has checked them. */
final class LongBuffers {
    private LongBuffers() {}

    static void copyIn(LongBuffer from, int first, MemorySegment to, long at, int count) {
        if (count > LOOPED_BYTES >> 3) {
            BufferViews.copyIn(from, first, to, at, count);
            return;
        }
        for (int i = 0; i < count; i++) {
            to.set(JAVA_LONG_UNALIGNED, at + ((long) i << 3), from.get(first + i));
        }
    }

    static void copyOut(MemorySegment from, long at, LongBuffer to, int first, int count) {
        if (count > LOOPED_BYTES >> 3) {
            BufferViews.copyOut(from, at, to, first, count);
            return;
        }
        for (int i = 0; i < count; i++) {
            to.put(first + i, from.get(JAVA_LONG_UNALIGNED, at + ((long) i << 3)));
        }
    }
}
