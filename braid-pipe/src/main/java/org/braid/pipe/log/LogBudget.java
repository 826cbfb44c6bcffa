package org.braid.pipe.log;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import org.braid.base.os.DirectMemory;
import org.jspecify.annotations.Nullable;

/**
 * Bounds the memory of all replay logs of a process. A log takes whole blocks and gives them back; a few spare blocks are kept for
 * the next taker. Growth stops at three quarters of the limit, so that a log that has nothing yet still gets its first block.
 *
 * <p>Thread-safe: logs of several contexts share one budget. Not on the path of a message.
 */
public final class LogBudget implements AutoCloseable {
    /** 256 MiB for a process (reliability promise M1). */
    public static final long DEFAULT_LIMIT_BYTES = 256L << 20;

    private static final int SPARE_BLOCKS = 16;
    private static final long PAGE_BYTES = 4096;

    /** Memory with the arena that frees it. */
    record Block(MemorySegment segment, Arena arena) {
        long bytes() {
            return segment.byteSize();
        }
    }

    /** Where the memory comes from. */
    @FunctionalInterface
    public interface Source {
        /** @throws org.braid.base.BraidException {@code BRD-1109} if there is none */
        MemorySegment segment(Arena arena, long bytes, long alignment);
    }

    private final long limitBytes;
    private final Source source;
    private final ArrayList<Block> spare = new ArrayList<>(SPARE_BLOCKS); // guarded by this
    private volatile long usedBytes; // written under this; spare blocks are not counted
    private long spareBytes; // guarded by this

    /** Memory for logs, at most so many bytes. */
    public LogBudget(long limitBytes) {
        this(limitBytes, DirectMemory::segment);
    }

    /** The same, of other memory. */
    public LogBudget(long limitBytes, Source source) {
        if (limitBytes <= 0) throw new IllegalArgumentException("limitBytes=" + limitBytes + " must be positive");
        this.limitBytes = limitBytes;
        this.source = source;
    }

    /** Bytes that logs hold now. */
    public long usedBytes() {
        return usedBytes;
    }

    /** True from three quarters of the limit on: logs stop growing, and empty logs give their block back. */
    public boolean isTight() {
        return usedBytes > limitBytes - limitBytes / 4;
    }

    /** Frees the spare blocks. Blocks that logs still hold are freed when the logs are closed. */
    @Override
    public synchronized void close() {
        for (Block block : spare) block.arena().close();
        spare.clear();
        spareBytes = 0;
    }

    /** The first block of a log, or null when the process total is reached: back pressure. */
    synchronized @Nullable Block takeFirst(long bytes) {
        return take(bytes, limitBytes);
    }

    /** A larger block for a log that has one, or null when memory is short. */
    synchronized @Nullable Block takeLarger(long bytes) {
        return take(bytes, limitBytes - limitBytes / 4);
    }

    synchronized void give(Block block) {
        usedBytes -= block.bytes();
        if (spare.size() == SPARE_BLOCKS) {
            block.arena().close();
            return;
        }
        spare.add(block);
        spareBytes += block.bytes();
    }

    private @Nullable Block take(long bytes, long allowedBytes) {
        if (usedBytes + bytes > allowedBytes) return null;
        Block block = fromSpare(bytes);
        if (block == null) block = allocate(bytes);
        usedBytes += bytes;
        return block;
    }

    private @Nullable Block fromSpare(long bytes) {
        for (int i = spare.size() - 1; i >= 0; i--) {
            if (spare.get(i).bytes() == bytes) {
                spareBytes -= bytes;
                return spare.remove(i);
            }
        }
        return null;
    }

    private Block allocate(long bytes) {
        while (!spare.isEmpty() && usedBytes + spareBytes + bytes > limitBytes) {
            Block evicted = spare.removeLast();
            spareBytes -= evicted.bytes();
            evicted.arena().close();
        }
        Arena arena = Arena.ofShared();
        try {
            return new Block(source.segment(arena, bytes, PAGE_BYTES), arena);
        } catch (Throwable refused) {
            arena.close();
            throw refused;
        }
    }
}
