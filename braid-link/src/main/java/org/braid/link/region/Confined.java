package org.braid.link.region;

import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;

/** User memory that only one thread may touch ({@code Arena.ofConfined}). Whoever would touch it later, or for others, may be any thread, so it is refused before anything begins. */
final class Confined {
    /** Owns nothing, and never runs: who may touch memory is asked for it. */
    private static final Thread ANOTHER = Thread.ofVirtual().inheritInheritableThreadLocals(false).unstarted(() -> {});

    private Confined() {}

    /** Whether only one thread may touch this memory. */
    static boolean is(Object base) {
        return !isAccessibleBy(base, ANOTHER);
    }

    /**
     * Refuses such memory if the one thread is not the caller.
     *
     * @throws BraidException {@code MEMORY_UNSUITABLE} then
     */
    static void requireMine(Object base) {
        if (!isAccessibleBy(base, Thread.currentThread())) {
            throw refused("Data of a region cannot be brought into the memory of another thread", "only that thread may write it");
        }
    }

    static BraidException refused(String what, String why) {
        return new BraidException(ErrorCode.MEMORY_UNSUITABLE, what, why, "Allocate it in Arena.ofShared or ofAuto");
    }

    private static boolean isAccessibleBy(Object base, Thread thread) {
        MemorySegment segment = base instanceof MemorySegment itself ? itself : base instanceof Buffer buffer && buffer.isDirect() ? MemorySegment.ofBuffer(buffer) : null;
        return segment == null || segment.isAccessibleBy(thread);
    }
}
