package org.braid.base.memory;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static org.braid.base.memory.ByteBuffers.LOOPED_BYTES;

import java.lang.foreign.MemorySegment;
import java.nio.FloatBuffer;

/** {@link FloatBuffer} of native order to and from native memory; indexes and counts are elements, and the caller has checked them. */
final class FloatBuffers {
    private FloatBuffers() {}

    static void copyIn(FloatBuffer from, int first, MemorySegment to, long at, int count) {
        if (count > LOOPED_BYTES >> 2) {
            BufferViews.copyIn(from, first, to, at, count);
            return;
        }
        for (int i = 0; i < count; i++) {
            to.set(JAVA_FLOAT_UNALIGNED, at + ((long) i << 2), from.get(first + i));
        }
    }

    static void copyOut(MemorySegment from, long at, FloatBuffer to, int first, int count) {
        if (count > LOOPED_BYTES >> 2) {
            BufferViews.copyOut(from, at, to, first, count);
            return;
        }
        for (int i = 0; i < count; i++) {
            to.put(first + i, from.get(JAVA_FLOAT_UNALIGNED, at + ((long) i << 2)));
        }
    }
}
