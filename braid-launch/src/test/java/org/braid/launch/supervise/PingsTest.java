package org.braid.launch.supervise;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** A rank is asked once, however many wait for it, and is silent only while it owes an answer. */
class PingsTest {
    private final Pings pings = new Pings(2);

    @Test
    void whoWasNotAskedIsNotSilent() {
        assertFalse(pings.isSilent(0, Long.MAX_VALUE));
    }

    @Test
    void oneQuestionIsUnderWayAtATime() {
        assertTrue(pings.awaited(1, 10));
        assertFalse(pings.awaited(1, 20));
        pings.answered(1);
        assertTrue(pings.awaited(1, 30));
    }

    @Test
    void whoOwesAnAnswerIsSilentAfterASecondUntilItAnswers() {
        assertTrue(pings.awaited(1, -5));
        assertFalse(pings.isSilent(1, Pings.SILENT_NS - 6));
        assertTrue(pings.isSilent(1, Pings.SILENT_NS - 5));
        assertFalse(pings.isSilent(0, Pings.SILENT_NS));
        pings.answered(1);
        assertFalse(pings.isSilent(1, Pings.SILENT_NS));
    }
}
