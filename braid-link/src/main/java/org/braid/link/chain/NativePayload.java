package org.braid.link.chain;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.braid.base.BraidException;
import org.braid.base.memory.Memory;
import org.braid.base.memory.NativeMemory;
import org.braid.base.os.DirectMemory;
import org.braid.link.spi.Frame;
import org.jspecify.annotations.Nullable;

/**
 * Where the payload of a frame lies in native memory, as streams want it: where it is, or in a copy that lasts until the next one. If there is no memory outside the heap for the copy it is on the heap, which takes
 * some nanoseconds more: what has come off a lane can neither wait nor go back.
 */
public final class NativePayload {
    private static final int FIRST_BYTES = 4 << 10;
    private static final long ALIGNMENT_BYTES = 64;

    /** Where room comes from. */
    @FunctionalInterface
    interface Source {
        /** @throws org.braid.base.BraidException {@code BRD-1109} if there is none */
        MemorySegment room(long bytes, long alignment);
    }

    private final Source source;
    private @Nullable MemorySegment room;
    private MemorySegment segment = MemorySegment.NULL;
    private long offset;

    /** With room in memory of its own. */
    public NativePayload() {
        this((bytes, alignment) -> DirectMemory.segment(Arena.ofAuto(), bytes, alignment));
    }

    NativePayload(Source source) {
        this.source = source;
    }

    /** Finds, or copies, this frame's. */
    public void of(Frame frame) {
        if (frame.base() instanceof MemorySegment there && there.isNative()) {
            segment = there;
            offset = frame.offset();
        } else {
            copyOf(frame);
        }
    }

    /** Copies this frame's, wherever it is. */
    void copyOf(Frame frame) {
        MemorySegment to = roomOrHeap(frame.length());
        segment = to.isNative() ? NativeMemory.of(to) : to;
        offset = to.isNative() ? NativeMemory.at(to, 0) : 0;
        Object base = frame.base();
        if (base != null && frame.length() > 0) {
            Memory.copyIn(base, frame.offset(), segment, offset, frame.length());
        }
    }

    private MemorySegment roomOrHeap(int bytes) {
        try {
            return room(bytes);
        } catch (BraidException refused) {
            if (!DirectMemory.isUsedUp(refused)) {
                throw refused;
            }
            return MemorySegment.ofArray(new byte[bytes]);
        }
    }

    private MemorySegment room(int bytes) {
        MemorySegment there = room;
        if (there == null || there.byteSize() < bytes) {
            int capacity = Math.max(FIRST_BYTES, Integer.highestOneBit(Math.max(1, 2 * bytes - 1)));
            there = source.room(capacity, ALIGNMENT_BYTES);
            room = there;
        }
        return there;
    }

    /** Where it is. */
    public MemorySegment segment() {
        return segment;
    }

    /** Bytes from the start of {@link #segment}. */
    public long offset() {
        return offset;
    }
}
