package org.braid.devices.delay;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A clock counts from anywhere, and may run over in the middle of a job: times are compared by their difference alone. Found by a world whose clock runs over. */
class OverflowingClockTest {
    private static final long FRAME_NS = 400_000;

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE + 1, Long.MAX_VALUE, Long.MAX_VALUE - FRAME_NS, Long.MAX_VALUE - 2 * FRAME_NS - 1})
    void aWireServesOneFrameAfterTheOtherWheneverItBegins(long nowNs) {
        Wire wire = new OwnWire();
        assertEquals(FRAME_NS, wire.take(nowNs, FRAME_NS));
        assertEquals(2 * FRAME_NS, wire.take(nowNs, FRAME_NS));
        assertEquals(3 * FRAME_NS, wire.take(nowNs, FRAME_NS));
        assertEquals(-1, wire.take(nowNs, FRAME_NS), "more waits than it holds");
        assertEquals(FRAME_NS, wire.take(nowNs + 4 * FRAME_NS, FRAME_NS), "free again");
    }

    @Test
    void aFrameThatDidNotGoLeavesTheWireAsItWas() {
        Wire wire = new OwnWire();
        assertEquals(FRAME_NS, wire.take(Long.MAX_VALUE, FRAME_NS));
        wire.giveBack(FRAME_NS);
        assertEquals(FRAME_NS, wire.take(Long.MAX_VALUE, FRAME_NS));
    }
}
