package org.braid.link.region;

import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.jspecify.annotations.Nullable;

/** User memory that only one thread may touch ({@code Arena.ofConfined}). Whoever would touch it later, or for others, may be any thread, so it is refused before anything begins. */
public final class Confined {
    private Confined() {}

    /** Whether only one thread may touch this memory: a thread that owns nothing, and never runs, is asked about. */
    public static boolean is(Object base) {
        MemorySegment its = nativeMemory(base);
        return its != null && !its.isAccessibleBy(Nobody.THREAD);
    }

    private static final class Nobody {
        static final Thread THREAD = Thread.ofVirtual().inheritInheritableThreadLocals(false).unstarted(() -> {});
    }

    /**
     * Refuses such memory if the one thread is not the caller.
     *
     * @throws BraidException {@code MEMORY_UNSUITABLE} then
     */
    static void requireMine(Object base) {
        MemorySegment its = nativeMemory(base);
        if (its != null && !its.isAccessibleBy(Thread.currentThread())) {
            throw refused("Data of a region cannot be brought into the memory of another thread", "only that thread may write it");
        }
    }

    static BraidException refused(String what, String why) {
        return new BraidException(ErrorCode.MEMORY_UNSUITABLE, what, why, "Allocate it in Arena.ofShared or ofAuto");
    }

    private static @Nullable MemorySegment nativeMemory(Object base) {
        if (base instanceof MemorySegment segment) {
            return segment.isNative() ? segment : null;
        }
        return base instanceof Buffer buffer && buffer.isDirect() ? MemorySegment.ofBuffer(buffer) : null;
    }
}
