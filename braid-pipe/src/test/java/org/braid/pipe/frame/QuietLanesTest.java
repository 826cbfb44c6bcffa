package org.braid.pipe.frame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.braid.base.wire.FrameKind;
import org.braid.link.spi.Lane;
import org.braid.pipe.fake.Fabric;
import org.braid.pipe.fake.Wire;
import org.braid.pipe.log.LogBudget;
import org.junit.jupiter.api.Test;

/** The memory of replay logs belongs to those lanes that have something in flight. */
class QuietLanesTest {
    private static final long LIMIT_BYTES = 256 << 10;

    private final LogBudget budget = new LogBudget(LIMIT_BYTES);

    @Test
    void aQuietLaneGivesItsLogBackOnceTheProcessIsShortOfMemory() {
        SendSide quiet = sending();
        carryOver(quiet);
        assertTrue(quiet.resumeAt(1, 1), "its frame is accepted");
        long one = budget.usedBytes();
        quiet.rest();
        assertEquals(one, budget.usedBytes(), "nobody else needs it");
        List<SendSide> busy = new ArrayList<>();
        while (!budget.isTight()) {
            busy.add(sending());
        }
        long all = budget.usedBytes();
        busy.forEach(SendSide::rest);
        assertEquals(all, budget.usedBytes(), "what is in flight stays");
        quiet.rest();
        assertEquals(all - one, budget.usedBytes());
    }

    @Test
    void aQuietLaneKeepsNoMemoryOfItsUserReachable() {
        SendSide side = new SendSide(budget, new LaneCounts(), new Fabric(1));
        WeakReference<ByteBuffer> data = offerInPlace(side);
        carryOver(side);
        assertTrue(side.resumeAt(1, 1), "its frame is accepted");
        side.rest();
        for (int i = 0; i < 50 && data.get() != null; i++) {
            System.gc();
        }
        assertNull(data.get());
        assertEquals(0, side.leftInPlace(), "the lane itself lives");
    }

    private static WeakReference<ByteBuffer> offerInPlace(SendSide side) {
        ByteBuffer data = ByteBuffer.allocateDirect(LoggedFrames.IN_PLACE_FROM_BYTES);
        assertEquals(Lane.TAKEN, side.offer(FrameKind.FRAGMENT, 0, 0, 0, 0, 0, 0, 0, data, 0, data.capacity()));
        return new WeakReference<>(data);
    }

    private static void carryOver(SendSide side) {
        side.attach(new Wire("one", "other").caller(), 0);
        side.detach();
    }

    /** With one frame that no connection has carried yet. */
    private SendSide sending() {
        SendSide side = new SendSide(budget, new LaneCounts(), new Fabric(1));
        assertEquals(Lane.TAKEN, side.offer(FrameKind.RSR, 0, 0, 0, 0, 0, 0, 0, null, 0, 0));
        return side;
    }
}
