package org.braid.link.bulk;

import java.lang.foreign.MemorySegment;
import org.braid.base.memory.Memory;

/** User memory that peers may read at its address, past the checks of {@link Memory}: so they are made here. What does not pass is left to a copy of ours, which says what is wrong. */
final class NativeSource {
    private NativeSource() {}

    /** The address of element 0; 0 unless the memory is native, lives, and has all these bytes. */
    static long address(Object base, long offset, long bytes) {
        boolean lives = !(base instanceof MemorySegment segment) || segment.scope().isAlive();
        return lives && offset >= 0 && bytes <= Memory.capacityBytes(base) - offset ? Memory.addressOrZero(base) : 0;
    }
}
