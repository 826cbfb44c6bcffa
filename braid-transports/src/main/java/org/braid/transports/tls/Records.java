package org.braid.transports.tls;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.braid.base.os.DirectMemory;

/** Bytes of records between a connection and its end, from position to limit: memory outside the heap, where the system's calls read and write without a copy. Grows with need. */
final class Records {
    private ByteBuffer bytes;
    private long address;

    Records(int capacityBytes) {
        bytes = DirectMemory.buffer(capacityBytes).limit(0);
        address = MemorySegment.ofBuffer(bytes).address();
    }

    ByteBuffer bytes() {
        return bytes;
    }

    /** Of the byte at the position. */
    long address() {
        return address + bytes.position();
    }

    int roomBehindBytes() {
        return bytes.capacity() - bytes.limit();
    }

    /** Moves what there is to the front. */
    void compact() {
        bytes.compact().flip();
    }

    /**
     * As {@link #compact}, into more memory.
     *
     * @throws RuntimeException if there is none: nothing has changed then
     */
    void grow(int capacityBytes) {
        ByteBuffer larger = DirectMemory.buffer(capacityBytes);
        larger.put(0, bytes, bytes.position(), bytes.remaining()).limit(bytes.remaining());
        bytes = larger;
        address = MemorySegment.ofBuffer(larger.duplicate().clear()).address();
    }
}
