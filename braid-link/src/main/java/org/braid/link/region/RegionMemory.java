package org.braid.link.region;

import java.lang.foreign.MemorySegment;
import org.braid.base.memory.Memory;
import org.braid.base.memory.NativeMemory;
import org.jspecify.annotations.Nullable;

/** The memory of a region, in the process of whoever executes an access. What is asked of it was compared with rights and bounds. */
final class RegionMemory {
    /** Longest piece that is copied in one go: the collector may wait for its end. */
    private static final int PIECE_BYTES = 1 << 20;

    /** Shorter pieces gain nothing from going past the caches: a put of 1 KiB took ten times as long (docs/decisions/remote-memory.md). */
    private static final int SHORT_BYTES = 16 << 10;

    private final Object base;
    private final long offset;
    private final @Nullable MemorySegment words;
    private final @Nullable MemorySegment mapped; // if the memory stays mapped here, whatever its owner does
    private final long address; // of the region's first byte in that

    private RegionMemory(Object base, long offset, @Nullable MemorySegment words, @Nullable MemorySegment mapped, long address) {
        this.base = base;
        this.offset = offset;
        this.words = words;
        this.mapped = mapped;
        this.address = address;
    }

    /** Memory of this process, which its owner may close at any time. */
    static RegionMemory own(Object base, long offset) {
        return new RegionMemory(base, offset, AtomicWords.of(base), null, 0);
    }

    /** In a segment of another process that stays mapped here. */
    static RegionMemory mapped(MemorySegment segment, long offset) {
        return new RegionMemory(segment, offset, segment, segment, NativeMemory.at(segment, offset));
    }

    /** Whether the region has words that can be used atomically. */
    boolean hasWords() {
        return words != null;
    }

    /** Whether such a word begins there. */
    boolean isAligned(long at) {
        MemorySegment w = words;
        return w != null && AtomicWords.isAligned(w, offset + at);
    }

    /** For another core to read: long pieces go past the caches where they can. */
    void put(Object from, long fromOffset, long at, long bytes) {
        MemorySegment piece = mapped;
        if (piece == null) {
            Memory.copy(from, fromOffset, base, offset + at, bytes);
            return;
        }
        MemorySegment to = NativeMemory.of(piece);
        if (bytes < SHORT_BYTES) {
            Memory.copyIn(from, fromOffset, to, address + at, (int) bytes);
            return;
        }
        for (long done = 0; done < bytes; done += PIECE_BYTES) {
            Memory.streamIn(from, fromOffset + done, to, address + at + done, (int) Math.min(PIECE_BYTES, bytes - done));
        }
    }

    /** The data of a frame, which lies in a lane's memory. */
    void put(MemorySegment from, long fromOffset, long at, int bytes) {
        Memory.copyOut(from, fromOffset, base, offset + at, bytes);
    }

    void get(Object to, long toOffset, long at, long bytes) {
        MemorySegment piece = mapped;
        if (piece == null) {
            Memory.copy(base, offset + at, to, toOffset, bytes);
            return;
        }
        MemorySegment from = NativeMemory.of(piece);
        for (long done = 0; done < bytes; done += PIECE_BYTES) {
            Memory.copyOut(from, address + at + done, to, toOffset + done, (int) Math.min(PIECE_BYTES, bytes - done));
        }
    }

    /** The first bytes of it; null if it is no native memory. */
    @Nullable MemorySegment view(long bytes) {
        MemorySegment w = words;
        return w == null || !w.isNative() ? null : w.asSlice(offset, bytes);
    }

    /** Where a frame is to take its payload from. */
    Object base() {
        return base;
    }

    /** The place of byte {@code at} in {@link #base}. */
    long place(long at) {
        return offset + at;
    }

    long add(long at, long addend) {
        MemorySegment w = words;
        return w == null ? 0 : AtomicWords.getAndAdd(w, offset + at, addend);
    }

    long swap(long at, long expected, long value) {
        MemorySegment w = words;
        return w == null ? 0 : AtomicWords.compareAndExchange(w, offset + at, expected, value);
    }
}
