package org.braid.link.receiving;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import org.braid.link.flow.StripeLimits;
import org.braid.link.spi.FrameSink;
import org.braid.link.spi.Lane;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReceivingTest {
    private final Receiving receiving = new Receiving(new Answers() {
        @Override
        public int offer(int kind, int a0, int a1, int a2, int a3, byte @Nullable [] payload) {
            return Lane.TAKEN;
        }

        @Override
        public void wantPoll() {}
    });

    private static FrameSink top() {
        return new FrameSink() {
            @Override
            public long accepted() {
                return 0;
            }

            @Override
            public void frame(int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, MemorySegment segment, long offset, int length) {}

            @Override
            public void ended(Throwable cause) {}
        };
    }

    private @Nullable Gathering gathering(int lane) {
        return receiving.gathering(lane, ReceivingTest::top);
    }

    private void over(int serial, int lane, int rails) {
        receiving.railIsOver(serial << 10, serial, lane, rails, ReceivingTest::top);
    }

    @Test
    void aStripedLaneWhoseRailsAreOverMakesRoomForAnotherOne() {
        for (int lane = 1; lane <= StripeLimits.MOST_LANES; lane++) {
            assertNotNull(gathering(lane));
        }
        assertNull(gathering(StripeLimits.MOST_LANES + 1));
        over(1, 7, 2);
        over(1, 7, 2);
        assertNull(gathering(StripeLimits.MOST_LANES + 1), "one rail, though it says so twice");
        over(2, 7, 2);
        assertNotNull(gathering(StripeLimits.MOST_LANES + 1));
    }

    @Test
    void aRailMayBeOverBeforeItsFirstLaneHasCome() {
        over(1, 1, 2);
        Gathering known = gathering(1);
        assertSame(known, gathering(1));
        over(2, 1, 2);
        assertNotSame(known, gathering(1));
    }

    @Test
    void aStreamThatIsOverIsForgottenButForItsNumber() {
        ReceivingStream rail = receiving.of(5 << 10);
        rail.goesOnBy(() -> 3, 1, 0);
        assertTrue(receiving.waits(), "an answer is owed");
        over(5, 1, 1);
        assertFalse(receiving.waits());
        receiving.repeat();
        assertFalse(receiving.waits());
        assertTrue(receiving.isOver(5));
        assertFalse(receiving.isOver(4));
    }

    @Test
    void whoHasGrantedNothingRepeatsNothing() {
        ReceivingStream stream = receiving.of(0);
        receiving.repeat();
        assertFalse(receiving.waits());
        stream.consumed((int) Grants.WINDOW_BYTES / 2);
        receiving.repeat();
        assertTrue(receiving.waits());
        assertEquals(1, receiving.settle());
    }
}
