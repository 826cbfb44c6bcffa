package org.braid.transports.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.braid.base.wire.Frame;
import org.braid.link.spi.Lane;
import org.braid.pipe.log.LogBudget;
import org.junit.jupiter.api.Test;

/** Who finds another thread inside the sending half of a lane, perhaps in a system call, does not wait for it. */
class ContendedLaneTest {
    private final SendSide side = new SendSide(new LogBudget(256 << 10), new LaneCounts());

    @Test
    void whoOffersIsToldSo() {
        assertFalse(side.isOccupied());
        side.lock.enter();
        assertTrue(side.isOccupied());
        assertEquals(Lane.CONTENDED, offer());
        side.lock.exit();
        assertEquals(Lane.TAKEN, offer());
    }

    @Test
    void whoFlushesOrPollsLeavesItToTheOneInside() {
        assertEquals(Lane.TAKEN, offer());
        side.lock.enter();
        side.flush();
        side.poll(System.nanoTime());
        side.lock.exit();
    }

    private int offer() {
        return side.offer(Frame.RSR, 0, 0, 0, 0, 0, 0, 0, null, 0, 0);
    }
}
