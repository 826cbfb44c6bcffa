package org.braid.pipe.frame;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** When a frame is written, and when it waits for company. */
class BusyRuleTest {
    @Test
    void anIdleLaneWritesAtOnce() {
        assertTrue(BusyRule.writeNow(1, false, 0));
    }

    @Test
    void aBusyLaneWaitsForTheBatchOrForTwentyMicroseconds() {
        assertFalse(BusyRule.writeNow(16 * 1024 - 1, true, 19_999));
        assertTrue(BusyRule.writeNow(16 * 1024, true, 0));
        assertTrue(BusyRule.writeNow(1, true, 20_000));
    }
}
