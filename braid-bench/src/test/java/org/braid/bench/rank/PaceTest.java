package org.braid.bench.rank;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PaceTest {
    private static final int BLOCK = 8;

    private final Pace pace = new Pace();

    private void block(long trialNs) {
        for (int i = 0; i < BLOCK; i++) {
            pace.took(trialNs);
        }
    }

    @Test
    void nothingIsKnownBeforeTwoBlocks() {
        assertTrue(pace.quickens());
        block(100);
        assertTrue(pace.quickens());
    }

    @Test
    void workThatTakesAsLongAsBeforeQuickensNoMore() {
        block(100);
        block(99);
        assertFalse(pace.quickens());
    }

    @Test
    void aBlockThatIsFasterThanAllBeforeQuickens() {
        block(100);
        block(80);
        assertTrue(pace.quickens());
        block(90);
        assertFalse(pace.quickens());
    }

    @Test
    void aFewDisturbedTrialsSayNothing() {
        block(100);
        for (int i = 0; i < BLOCK; i++) {
            pace.took(i < 3 ? 10_000 : 50);
        }
        assertTrue(pace.quickens());
    }
}
