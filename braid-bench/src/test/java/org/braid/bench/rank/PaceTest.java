package org.braid.bench.rank;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PaceTest {
    private static final long WINDOW_NS = 200_000_000;

    private final Pace pace = new Pace();

    /** A whole window of trials that take so long each. */
    private void window(long trialNs) {
        for (long spentNs = 0; spentNs < WINDOW_NS; spentNs += trialNs) {
            pace.took(trialNs);
        }
    }

    @Test
    void nothingIsKnownBeforeTwoWindows() {
        assertFalse(pace.standsStill());
        window(1_000_000);
        assertFalse(pace.standsStill());
    }

    @Test
    void workThatTakesAsLongAsBeforeStandsStill() {
        window(1_000_000);
        window(990_000);
        assertTrue(pace.standsStill());
    }

    @Test
    void workThatGetsFasterOrSlowerDoesNot() {
        window(1_000_000);
        window(900_000);
        assertFalse(pace.standsStill());
        window(1_000_000);
        assertFalse(pace.standsStill());
        window(1_000_000);
        assertTrue(pace.standsStill());
    }

    @Test
    void aFewDisturbedTrialsSayNothing() {
        window(1_000_000);
        for (int i = 0; i < 30; i++) {
            pace.took(i % 10 == 0 ? 50_000_000 : 1_000_000);
        }
        window(1_000_000);
        assertTrue(pace.standsStill());
    }

    @Test
    void aWindowHasEightTrialsHoweverLongTheyAre() {
        for (int i = 0; i < 8; i++) {
            pace.took(WINDOW_NS);
        }
        assertFalse(pace.standsStill());
        for (int i = 0; i < 8; i++) {
            pace.took(WINDOW_NS);
        }
        assertTrue(pace.standsStill());
    }

    @Test
    void windowsOfTrialsWithoutNumberAreBounded() {
        window(1_000);
        window(1_000);
        assertTrue(pace.standsStill());
    }
}
