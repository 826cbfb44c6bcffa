package org.braid.link.spi;

import java.lang.foreign.MemorySegment;

/** Where a transport hands up what came in from one peer. Called while holding the context's token, in the lane's order. Never throws. */
public interface FrameSink {
    /**
     * One frame from this sink's peer; the header has been read once into locals and is not yet validated, except that {@code length} bytes are really there.
     *
     * @param segment native memory that holds the payload, valid during the call only
     * @param offset where the payload starts in {@code segment}, in bytes
     * @param length payload length in bytes
     */
    void frame(
            int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, MemorySegment segment, long offset, int length);

    /** The lane to this peer has ended; nothing more will come. */
    void ended(Throwable cause);
}
