package org.braid.mpi.file.disk;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Memory of bounded length outside the heap, through which data goes that cannot go from user memory to the file as it is.
 *
 * @param buffer all of it
 * @param segment the same
 */
public record Staging(ByteBuffer buffer, MemorySegment segment) {
    /** New memory of this length. */
    public static Staging of(int bytes) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
        return new Staging(buffer, MemorySegment.ofBuffer(buffer));
    }

    /** Its length. */
    public int bytes() {
        return buffer.capacity();
    }

    /** Some of it, for the file. */
    public ByteBuffer part(int at, int bytes) {
        return buffer.slice(at, bytes);
    }
}
