package org.braid.bench.duel;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SteadinessTest {
    private static final int WINDOW = 30;
    private static final double NEAR_NS = 34;
    private static final double FAR_NS = 160;

    private final Steadiness steadiness = new Steadiness();

    private void turns(int count, double floorNs, double operationNs) {
        for (int i = 0; i < count; i++) {
            steadiness.took(new Slice(floorNs, operationNs, floorNs));
        }
    }

    @Test
    void oneWindowSaysNothing() {
        turns(WINDOW, NEAR_NS, 100);
        assertFalse(steadiness.standsStill());
        turns(WINDOW - 1, NEAR_NS, 100);
        assertFalse(steadiness.standsStill());
        turns(1, NEAR_NS, 100);
        assertTrue(steadiness.standsStill());
    }

    @Test
    void whatStillGetsFasterOrSlowerDoesNotStandStill() {
        turns(WINDOW, NEAR_NS, 100);
        turns(WINDOW, NEAR_NS, 97);
        assertFalse(steadiness.standsStill());
        turns(WINDOW, NEAR_NS, 98);
        assertTrue(steadiness.standsStill());
        turns(WINDOW, NEAR_NS, 101);
        assertFalse(steadiness.standsStill());
    }

    @Test
    void windowsInDifferentStatesSayNothingOfEachOther() {
        turns(WINDOW, NEAR_NS, 100);
        turns(WINDOW, FAR_NS, 100);
        assertFalse(steadiness.standsStill());
        turns(WINDOW, FAR_NS, 100);
        assertTrue(steadiness.standsStill());
    }

    @Test
    void aWindowCountsByTheStateThatMostOfItsTurnsHad() {
        turns(WINDOW, NEAR_NS, 100);
        turns(10, FAR_NS, 300);
        turns(20, NEAR_NS, 100);
        assertTrue(steadiness.standsStill());
    }
}
