package org.braid.link.spi;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * What of a peer's memory can be touched without the peer's help. The receiver of a large payload asks in this order: a mapped segment (one copy, no system call), the peer's
 * address space (one copy by the kernel), else the sender must push fragments.
 */
public interface Reach {
    /** Nothing but frames. */
    Reach NONE = new Reach() {};

    /** The peer's shared segment {@code id}, mapped here, or null if it cannot be. Slow on the first call for an id. */
    default @Nullable MemorySegment segment(int id, int fd, long bytes) {
        return null;
    }

    /** True when the peer, too, can map our segments. */
    default boolean mapsSegments() {
        return false;
    }

    /**
     * Copies from the peer's address space into native memory.
     *
     * @return bytes copied, or a negative errno when the kernel refuses
     */
    default int read(long remoteAddress, MemorySegment to, long at, int bytes) {
        return -1;
    }

    /** True when {@link #read} has been tried for real and worked. */
    default boolean canRead() {
        return false;
    }

    /**
     * Asked when all of a message has been read that was offered with this count: true if the peer has recalled messages since, so that what was read may be something else. One load of shared memory, that
     * what was read comes before; false if it cannot be known.
     */
    default boolean hasRecalledSince(long count) {
        return false;
    }

    /** True when peer and self share one address space, so that even heap arrays are in reach. */
    default boolean sameProcess() {
        return false;
    }
}
