package org.braid.launch.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.braid.boot.control.ControlFrame;
import org.junit.jupiter.api.Test;

/** How much input may go to a rank, and when its wait for more is long; the time is a number here. */
class InputFlowTest {
    private static final int WINDOW = ControlFrame.INPUT_WINDOW_BYTES;
    private static final long NOW = 5_000;

    private final InputFlow flow = new InputFlow();

    private void assertLongAfter(long nowNs) {
        assertEquals(nowNs + InputFlow.LONG_NS, flow.deadlineNs());
        assertFalse(flow.tick(nowNs + InputFlow.LONG_NS - 1));
        assertEquals(0, flow.longWait());
        assertTrue(flow.tick(nowNs + InputFlow.LONG_NS));
    }

    @Test
    void nothingIsForwardedBeforeTheRankWaits() {
        assertEquals(0, flow.room());
        assertFalse(flow.tick(Long.MAX_VALUE - 1));
        assertEquals(Long.MAX_VALUE, flow.deadlineNs());
    }

    @Test
    void oneWindowMayBeForwardedBeyondWhatWasRead() {
        flow.awaited(0, NOW);
        assertEquals(WINDOW, flow.room());
        flow.forwards(10);
        flow.forwards(WINDOW - 10);
        assertEquals(0, flow.room());
        flow.awaited(WINDOW, NOW);
        assertEquals(WINDOW, flow.room());
        flow.forwards(4);
        flow.awaited(WINDOW + 4, NOW);
        assertEquals(WINDOW, flow.room());
    }

    @Test
    void aWaitThatIsNotEndedBecomesLongAndSaysSoOnce() {
        flow.awaited(0, NOW);
        assertLongAfter(NOW);
        assertEquals(1, flow.longWait());
        assertFalse(flow.tick(NOW + 10 * InputFlow.LONG_NS));
        assertEquals(Long.MAX_VALUE, flow.deadlineNs());
        assertEquals(1, flow.longWait());
    }

    @Test
    void inputEndsAWaitWhetherItIsLongOrNotAndTheNextHasANumberOfItsOwn() {
        flow.awaited(0, NOW);
        flow.forwards(3);
        assertFalse(flow.tick(NOW + InputFlow.LONG_NS));
        flow.awaited(3, NOW);
        assertLongAfter(NOW);
        flow.forwards(3);
        assertEquals(0, flow.longWait());
        flow.awaited(6, 2 * NOW);
        assertLongAfter(2 * NOW);
        assertEquals(2, flow.longWait());
    }

    @Test
    void whoWaitsWhileInputIsOnItsWayWaitsForNobody() {
        flow.awaited(0, NOW);
        flow.forwards(8);
        flow.forwards(8);
        flow.awaited(8, NOW);
        assertFalse(flow.tick(NOW + InputFlow.LONG_NS));
        assertEquals(WINDOW - 8, flow.room());
    }

    @Test
    void nobodyWaitsForAUserOnceTheInputHasEndedThoughTheRankMayNotKnowYet() {
        flow.awaited(0, NOW);
        flow.forwards(5);
        flow.ends();
        flow.awaited(5, NOW);
        assertFalse(flow.tick(NOW + InputFlow.LONG_NS));
        assertEquals(0, flow.longWait());
    }

    @Test
    void aRankThatClaimsWhatCannotBeGetsNoMoreThanAWindow() {
        for (long claim : new long[] {Long.MIN_VALUE, -1, 1, WINDOW + 1, Long.MAX_VALUE}) {
            flow.awaited(claim, NOW);
            assertEquals(WINDOW, flow.room());
        }
        flow.forwards(WINDOW);
        flow.awaited(-1, NOW);
        assertEquals(0, flow.room());
    }
}
