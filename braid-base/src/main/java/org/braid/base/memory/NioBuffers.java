package org.braid.base.memory;

import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.ShortBuffer;

/** Facts about {@code java.nio} buffers that {@link Buffer} itself does not tell: element size, address, the whole memory. */
final class NioBuffers {
    private NioBuffers() {}

    /** Base-two logarithm of the element size in bytes. */
    static int elementShift(Buffer buffer) {
        if (buffer instanceof ByteBuffer) {
            return 0;
        }
        if (buffer instanceof IntBuffer || buffer instanceof FloatBuffer) {
            return 2;
        }
        return buffer instanceof CharBuffer || buffer instanceof ShortBuffer ? 1 : 3;
    }

    static long capacityBytes(Buffer buffer) {
        return (long) buffer.capacity() << elementShift(buffer);
    }

    /** The address of element 0 of a direct buffer, wherever its position is. Allocation-free: only numbers leave the segment. */
    static long address(Buffer buffer) {
        return MemorySegment.ofBuffer(buffer).address() - ((long) buffer.position() << elementShift(buffer));
    }

    /** All of a buffer from element 0 to its capacity, as a segment. Allocates; for rare cases. */
    static MemorySegment whole(Buffer buffer) {
        return MemorySegment.ofBuffer(unlimited(buffer));
    }

    /** A second buffer on the same memory and of the same byte order, without the user's position and limit. */
    static Buffer unlimited(Buffer buffer) {
        return buffer.duplicate().clear();
    }

}
