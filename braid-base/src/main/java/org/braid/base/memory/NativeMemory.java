package org.braid.base.memory;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * All memory of this process as one constant segment, addressed by machine addresses: for the few accesses on the way of a message whose place was checked when it was made.
 *
 * <p>An access through any other segment checks bounds, alignment and whether the segment still lives, a dozen instructions each; through this constant the compiler folds all that
 * away, and a short message costs half as much (docs/decisions/one-segment-for-all.md). In exchange the caller answers for the address: it masks or compares it, and keeps the piece
 * reachable while it is used. Without the right to native access the piece itself is used, with all its checks.
 *
 * <pre>
 *   MemorySegment memory = NativeMemory.of(piece);
 *   long base = NativeMemory.at(piece, offset);       memory.get(layout, base + i)
 * </pre>
 */
public final class NativeMemory {
    private static final @Nullable MemorySegment ALL = all();

    private NativeMemory() {}

    /** What to access instead of {@code piece}, which is native memory. */
    public static MemorySegment of(MemorySegment piece) {
        return ALL == null ? piece : ALL;
    }

    /** Where byte {@code offset} of the piece is in {@link #of}. */
    public static long at(MemorySegment piece, long offset) {
        return ALL == null ? offset : piece.address() + offset;
    }

    /** Whether {@code piece} is what {@link #of} returns for any piece: then that is a constant to use in its place. */
    @SuppressWarnings("MemorySegmentReferenceEquality") // one comparison, and the very object is meant
    public static boolean isAll(MemorySegment piece) {
        return piece == ALL;
    }

    private static @Nullable MemorySegment all() {
        return NativeMemory.class.getModule().isNativeAccessEnabled() ? MemorySegment.NULL.reinterpret(Long.MAX_VALUE) : null;
    }
}
