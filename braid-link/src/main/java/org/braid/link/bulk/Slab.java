package org.braid.link.bulk;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.braid.base.os.DirectMemory;
import org.braid.base.wire.GetBuffer;
import org.braid.link.receiving.Creditor;
import org.jspecify.annotations.Nullable;

/** Message data that a handler has grabbed (charm-on-vmi, section 4.3). Belongs to the grabber until {@link #release}; releasing twice does nothing. */
public final class Slab implements AutoCloseable {
    private final Arena arena;
    private final MemorySegment segment;
    private final @Nullable Creditor source;
    private final int charge;
    private boolean released;

    private Slab(Arena arena, MemorySegment segment, @Nullable Creditor source, int charge) {
        this.arena = arena;
        this.segment = segment;
        this.source = source;
        this.charge = charge;
    }

    /** A copy of a message's bytes, charged to {@code source} until it is released. */
    public static Slab copyOf(MemorySegment from, long offset, int length, Creditor source, int charge) {
        Slab slab = allocate(length, source, charge);
        try {
            MemorySegment.copy(from, offset, slab.segment, 0, length);
        } catch (RuntimeException refused) {
            slab.arena.close(); // what it would be charged with was not taken
            throw refused;
        }
        return slab;
    }

    static Slab allocate(long length, @Nullable Creditor source, int charge) {
        Arena arena = Arena.ofShared();
        return new Slab(arena, length == 0 ? MemorySegment.NULL : DirectMemory.segment(arena, length, 64), source, charge); // a message of nothing is not lost for want of memory
    }

    /** The data; not to be touched after {@link #release}. */
    public MemorySegment segment() {
        return segment;
    }

    /** Bytes. */
    public long length() {
        return segment.byteSize();
    }

    /** Reads what a {@link org.braid.base.wire.PutBuffer} wrote. */
    public GetBuffer reader() {
        return new GetBuffer(segment, 0, (int) length());
    }

    /** Gives the memory back, and the sender its credit. Any thread. */
    public synchronized void release() {
        if (released) {
            return;
        }
        released = true;
        if (source != null && charge > 0) {
            source.consumedElsewhere(charge);
        }
        arena.close();
    }

    @Override
    public void close() {
        release();
    }
}
