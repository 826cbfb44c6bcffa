package org.braid.devices.delay;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ClockGapTest {
    private final ClockGap gap = new ClockGap();

    @Test
    void theFrameThatTookTheLeastTimeTellsTheGap() {
        assertEquals(500, gap.seen(1_000, 1_500));
        assertEquals(200, gap.seen(2_000, 2_200));
        assertEquals(200, gap.seen(3_000, 9_000));
        assertEquals(-70, gap.seen(20_000, 19_930));
    }

    @Test
    void aGapThatGrowsBecauseClocksDriftIsFollowedSlowlyHoweverOftenFramesCome() {
        gap.seen(0, 0);
        long nowNs = 0;
        for (int i = 0; i < 10_000; i++) {
            nowNs += 100_000; // a second in all
            gap.seen(nowNs - 1_000_000, nowNs); // every frame has been under way for a millisecond
        }
        assertEquals(50_000, gap.seen(nowNs - 1_000_000, nowNs), 100);
    }

    @Test
    void itNeverExceedsWhatTheFrameAtHandTook() {
        gap.seen(0, 0);
        assertEquals(10, gap.seen(3_600_000_000_000L, 3_600_000_000_010L));
    }
}
