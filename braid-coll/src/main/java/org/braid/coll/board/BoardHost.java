package org.braid.coll.board;

import java.lang.foreign.MemorySegment;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** What gives the members of a communicator memory that all of them share. One thread at a time. */
public interface BoardHost {
    /** So many longs can say where memory is. */
    int CAPABILITY_LONGS = 32;

    /**
     * New memory that the other members may map, at a multiple of 64, nothing but zeros.
     *
     * @param capability becomes what {@link #take} needs, {@link #CAPABILITY_LONGS} of them, not all 0
     * @return null if there is none to be had; then nothing was done
     */
    @Nullable MemorySegment offer(long bytes, long[] capability);

    /** The memory that another member has offered; null if this process cannot map it. */
    @Nullable MemorySegment take(long[] capability, long bytes);

    /**
     * This member touches memory no more that it has offered or taken.
     *
     * @param isQuiet whether nobody does, so that whoever has offered it may use it for something else
     */
    void giveBack(MemorySegment memory, BooleanSupplier isQuiet);
}
