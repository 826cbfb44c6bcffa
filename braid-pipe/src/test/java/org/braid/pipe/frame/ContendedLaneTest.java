package org.braid.pipe.frame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.braid.base.wire.FrameKind;
import org.braid.link.spi.Lane;
import org.braid.pipe.fake.Fabric;
import org.braid.pipe.log.LogBudget;
import org.junit.jupiter.api.Test;

/** A thread that finds another one inside the sending half of a lane, perhaps in a system call, does not wait for it. */
class ContendedLaneTest {
    private final SendSide side = new SendSide(new LogBudget(256 << 10), new LaneCounts(), new Fabric(1));

    @Test
    void aThreadThatOffersIsToldSo() {
        assertFalse(side.isOccupied());
        side.lock.enter();
        assertTrue(side.isOccupied());
        assertEquals(Lane.CONTENDED, offer());
        side.lock.exit();
        assertEquals(Lane.TAKEN, offer());
    }

    @Test
    void aThreadThatFlushesOrPollsLeavesItToTheOneInside() {
        assertEquals(Lane.TAKEN, offer());
        side.lock.enter();
        side.flush();
        side.poll(0);
        side.lock.exit();
    }

    private int offer() {
        return side.offer(FrameKind.RSR, 0, 0, 0, 0, 0, 0, 0, null, 0, 0);
    }
}
