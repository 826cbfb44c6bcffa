package org.braid.transports.tcp;

import java.lang.foreign.MemorySegment;
import org.braid.link.spi.FrameSink;

/** Copies what comes and counts it. */
final class FrameCounter implements FrameSink {
    private final byte[] landing = new byte[1 << 20];
    private final MemorySegment landed = MemorySegment.ofArray(landing);
    volatile long frames;

    @Override
    @SuppressWarnings("NonAtomicOperationOnVolatileField") // one writer
    public void frame(
            int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, MemorySegment segment, long offset, int length) {
        MemorySegment.copy(segment, offset, landed, 0, length);
        frames++;
    }

    @Override
    public void ended(Throwable cause) {
        throw new AssertionError(cause);
    }
}
