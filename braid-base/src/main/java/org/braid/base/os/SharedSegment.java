package org.braid.base.os;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import org.jspecify.annotations.Nullable;

/** One piece of shared memory, mapped here: see {@link SharedMemory}. */
public final class SharedSegment implements AutoCloseable {
    private final MemorySegment segment;
    private final int fd;
    private final @Nullable FileChannel file;
    private final @Nullable Arena arena;

    /**
     * @param file  kept open for peers that attach later; null at a peer
     * @param arena closed with this segment; null if the memory lives as long as it is reachable
     */
    SharedSegment(MemorySegment segment, int fd, @Nullable FileChannel file, @Nullable Arena arena) {
        this.segment = segment;
        this.fd = fd;
        this.file = file;
        this.arena = arena;
    }

    /** The memory; page-aligned, usable by every thread until {@link #close}. */
    public MemorySegment segment() {
        return segment;
    }

    /** The creator's file descriptor, which peers name in {@link SharedMemory#attach}; -1 at a peer, and for memory that is not shared. */
    int fd() {
        return fd;
    }

    /** Its size in bytes. */
    public long bytes() {
        return segment.byteSize();
    }

    /** Unmaps the memory here and lets nobody attach any more; peers that have it mapped keep it. May be called twice. */
    @Override
    public void close() {
        try {
            if (file != null) {
                file.close();
            }
        } catch (IOException e) {
            // Closing a file that was only mapped can't lose anything; the descriptor is gone in any case.
        } finally {
            unmap();
        }
    }

    private void unmap() {
        if (arena != null && arena.scope().isAlive()) {
            arena.close();
        }
    }
}
