package org.braid.base.os;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;

/** Memory outside the heap. Where there is no more of it the error names the option that bounds it; the JDK's own would end a thread that handles frames for others. */
public final class DirectMemory {
    private DirectMemory() {}

    /** @throws BraidException {@code BRD-1109} if the limit is met */
    public static ByteBuffer buffer(int bytes) {
        try {
            return ByteBuffer.allocateDirect(bytes);
        } catch (OutOfMemoryError full) {
            throw usedUp(full);
        }
    }

    /** @throws BraidException {@code BRD-1109} if the limit is met */
    public static MemorySegment segment(Arena arena, long bytes, long alignment) {
        try {
            return arena.allocate(bytes, alignment);
        } catch (OutOfMemoryError full) {
            throw usedUp(full);
        }
    }

    /** What the JDK said when it wanted such memory itself, for a copy on the way to a socket or a file. A lack of heap is passed on. */
    public static BraidException usedUp(OutOfMemoryError full) {
        if (String.valueOf(full.getMessage()).contains("heap")) {
            throw full;
        }
        return new BraidException(
                ErrorCode.DIRECT_MEMORY_FULL,
                "There is no more memory outside the heap",
                full.getMessage() + "; -XX:MaxDirectMemorySize sets that limit",
                "Raise the limit, with --jvm-args -XX:MaxDirectMemorySize=64m or more, or leave that option out",
                full);
    }

    /** Whether an error says that this memory is used up: then nothing that is worth going on for can follow. */
    public static boolean isUsedUp(Throwable error) {
        return error instanceof BraidException known && known.code() == ErrorCode.DIRECT_MEMORY_FULL;
    }
}
