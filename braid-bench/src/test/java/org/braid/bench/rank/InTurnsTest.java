package org.braid.bench.rank;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class InTurnsTest {
    private int turn;
    private int calls;

    @Test
    void aRatioIsThatOfOneTurnHoweverMuchTurnsDiffer() {
        InTurns turns = new InTurns(() -> ++turn, () -> 3.0 * turn);
        assertEquals(3, turns.ratio(1, 0));
        assertEquals(1 / 3.0, turns.ratio(0, 1));
        assertEquals((turn + 1) / 2.0, turns.median(0));
    }

    @Test
    void aBlockMakesItsCallsAndTellsWhatOneTakes() {
        double us = InTurns.block(1000, () -> calls++).getAsDouble();
        assertEquals(1000, calls);
        assertTrue(us >= 0 && us < 1e6, us + " us");
    }

    @Test
    void aCountForAllTurnsIsSharedAmongThemAndNeverNone() {
        assertEquals(1, InTurns.calls(3));
        assertEquals(12_000, InTurns.calls(300_000));
    }
}
