package org.braid.link.region;

import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
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

    /** For another core to read: long pieces go past the caches where they can. What overlaps is copied as if by way of a third place. */
    void put(Object from, long fromOffset, long at, long bytes) {
        MemorySegment piece = mapped;
        if (piece == null || bytes > Long.BYTES && overlaps(piece, from, fromOffset, at, bytes, SHORT_BYTES)) {
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

    /**
     * Whether the other memory is partly the same, and the copy would go upwards through it: short pieces of buffers are moved by a loop of words, and from {@code severalBytes} on pieces follow each other. All else the JDK copies in one go, which is right whatever overlaps.
     */
    private boolean overlaps(MemorySegment piece, Object other, long otherOffset, long at, long bytes, int severalBytes) {
        if (bytes < severalBytes && !(other instanceof Buffer)) {
            return false;
        }
        long address = Memory.addressOrZero(other);
        return address != 0 && Math.abs(address + otherOffset - (piece.address() + offset + at)) < bytes;
    }

    /** The data of a frame, which lies in a lane's memory. */
    void put(MemorySegment from, long fromOffset, long at, int bytes) {
        Memory.copyOut(from, fromOffset, base, offset + at, bytes);
    }

    void get(Object to, long toOffset, long at, long bytes) {
        MemorySegment piece = mapped;
        if (piece == null || bytes > Long.BYTES && overlaps(piece, to, toOffset, at, bytes, PIECE_BYTES)) {
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

    /**
     * Whether this memory, and not the user's, is why a copy between them failed: its owner has closed it, or it is a file that has become shorter.
     */
    boolean isWhy(BraidException failed, Object users) {
        return failed.code() == ErrorCode.MEMORY_UNSUITABLE && (isClosed() || failed.getCause() instanceof InternalError && isMapped(base) && !isMapped(users));
    }

    /** Whether its owner has closed it. */
    boolean isClosed() {
        MemorySegment own = segment(base);
        return own != null && !own.scope().isAlive();
    }

    private static boolean isMapped(Object memory) {
        MemorySegment segment = segment(memory);
        return segment != null && segment.isMapped();
    }

    private static @Nullable MemorySegment segment(Object memory) {
        return memory instanceof MemorySegment itself ? itself : memory instanceof Buffer buffer && buffer.isDirect() ? MemorySegment.ofBuffer(buffer) : null;
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
