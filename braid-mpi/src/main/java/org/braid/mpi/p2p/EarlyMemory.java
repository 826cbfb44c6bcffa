package org.braid.mpi.p2p;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.braid.base.os.DirectMemory;
import org.jspecify.annotations.Nullable;

/**
 * Native memory for messages that came before their receives: blocks in sizes that double from {@value #SMALLEST} to {@value #LARGEST} bytes, kept for reuse. How much is in use is
 * bounded by the credit that senders have, not here. Guarded by the context's token.
 */
final class EarlyMemory implements AutoCloseable {
    static final int SMALLEST = 64;
    static final int LARGEST = 64 << 10;

    private static final int SMALLEST_SHIFT = Integer.numberOfTrailingZeros(SMALLEST);
    private static final int CLASSES = Integer.numberOfTrailingZeros(LARGEST) - SMALLEST_SHIFT + 1;
    private static final int CHUNK_BYTES = 64 << 10;

    /** One piece; {@code next} links those that are free. */
    static final class Block {
        final MemorySegment segment;
        final long offset;
        final int sizeClass;
        private @Nullable Block next;

        Block(MemorySegment segment, long offset, int sizeClass) {
            this.segment = segment;
            this.offset = offset;
            this.sizeClass = sizeClass;
        }
    }

    private final Arena arena = Arena.ofShared();
    private final @Nullable Block[] free = new @Nullable Block[CLASSES];

    /**
     * @param bytes 1 to {@link #LARGEST}
     */
    Block take(int bytes) {
        int sizeClass = sizeClass(bytes);
        Block block = free[sizeClass];
        if (block == null) {
            block = carve(sizeClass);
        }
        free[sizeClass] = block.next;
        block.next = null;
        return block;
    }

    void give(Block block) {
        block.next = free[block.sizeClass];
        free[block.sizeClass] = block;
    }

    @Override
    public void close() {
        if (arena.scope().isAlive()) {
            arena.close();
        }
    }

    private static int sizeClass(int bytes) {
        return bytes <= SMALLEST ? 0 : Integer.SIZE - Integer.numberOfLeadingZeros(bytes - 1) - SMALLEST_SHIFT;
    }

    private Block carve(int sizeClass) {
        MemorySegment chunk = DirectMemory.segment(arena, CHUNK_BYTES, SMALLEST);
        Block list = null;
        int blockBytes = SMALLEST << sizeClass;
        for (int at = CHUNK_BYTES - blockBytes; at >= 0; at -= blockBytes) {
            Block block = new Block(chunk, at, sizeClass);
            block.next = list;
            list = block;
        }
        return Objects.requireNonNull(list);
    }
}
