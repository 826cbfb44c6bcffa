package org.braid.pipe.frame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.braid.base.ErrorCode;
import org.braid.base.os.DirectMemory;
import org.braid.base.os.Scarcity;
import org.braid.base.wire.FrameKind;
import org.braid.link.spi.Lane;
import org.braid.pipe.driver.TimeAndChance;
import org.braid.pipe.log.LogBudget;
import org.junit.jupiter.api.Test;

/** A lane whose log finds no memory outside the heap is full, as any other that is: its sender keeps the message, and nothing of it is counted. */
class ScarceMemoryTest {
    private static final int BYTES = 100;

    private boolean isScarce = true;
    private long nowNs = 5;
    private final LogBudget budget = new LogBudget(1 << 20, this::segment);
    private final LaneCounts counts = new LaneCounts();
    private final SendSide side = new SendSide(budget, counts, new TimeAndChance() {
        @Override
        public long nowNs() {
            return nowNs;
        }

        @Override
        public byte[] randomBytes(int count) {
            return new byte[count];
        }
    });

    private MemorySegment segment(Arena arena, long bytes, long alignment) {
        if (isScarce) {
            throw DirectMemory.usedUp(new OutOfMemoryError("Cannot reserve direct buffer memory"));
        }
        return DirectMemory.segment(arena, bytes, alignment);
    }

    private int offer() {
        return side.offer(FrameKind.RSR, 0, 0, 0, 0, 0, 0, 0, new byte[BYTES], 0, BYTES);
    }

    @Test
    void aLaneWithoutMemoryIsFullUntilThereIsSome() {
        assertEquals(Lane.FULL, offer());
        assertEquals(0, side.charged());
        assertEquals(0, counts.appended());
        assertEquals(0, budget.usedBytes());
        isScarce = false;
        assertEquals(Lane.TAKEN, offer());
        assertEquals(1, counts.appended());
    }

    @Test
    void aLogThatCannotGrowKeepsWhatItHas() {
        isScarce = false;
        assertEquals(Lane.TAKEN, offer());
        isScarce = true;
        int taken = 1;
        while (offer() == Lane.TAKEN) {
            taken++;
        }
        assertEquals(taken, counts.appended());
        isScarce = false;
        assertEquals(Lane.TAKEN, offer());
    }

    @Test
    void whoeverWaitsInVainForLongIsToldAndNothingIsLost() {
        assertNull(side.starvedBy());
        assertEquals(Lane.FULL, offer());
        assertNull(side.starvedBy());
        nowNs += Scarcity.PATIENCE_NS;
        assertEquals(Lane.FULL, offer());
        assertNotNull(side.starvedBy());
        assertEquals(ErrorCode.DIRECT_MEMORY_FULL, Objects.requireNonNull(side.starvedBy()).code());
        isScarce = false;
        assertEquals(Lane.TAKEN, offer());
        assertNull(side.starvedBy());
    }
}
