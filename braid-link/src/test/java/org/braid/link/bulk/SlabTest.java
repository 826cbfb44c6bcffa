package org.braid.link.bulk;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

/** Memory for the bytes of one message. */
class SlabTest {
    @Test
    void aMessageOfNothingTakesNoMemoryThatMightBeMissing() {
        try (Slab slab = Slab.allocate(0, null, 0)) {
            assertEquals(MemorySegment.NULL, slab.segment(), "an acknowledgement that waited for credit was offered, and lost for want of memory");
        }
    }
}
