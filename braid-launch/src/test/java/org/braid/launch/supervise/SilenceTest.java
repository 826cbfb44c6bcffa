package org.braid.launch.supervise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.braid.launch.supervise.Silence.Change;
import org.junit.jupiter.api.Test;

class SilenceTest {
    private static final long S = 1_000_000_000L;

    private final Silence silence = new Silence(0);

    /** Looks every second, up to a moment, at a host that was heard last at another. */
    private Change lookUntil(long fromNs, long untilNs, long heardNs) {
        Change last = Change.NONE;
        for (long nowNs = fromNs; nowNs <= untilNs; nowNs += S) {
            Change change = silence.look(heardNs, nowNs);
            last = change == Change.NONE ? last : change;
        }
        return last;
    }

    @Test
    void whoeverSpeaksEverySecondIsNeverSuspect() {
        for (long nowNs = S; nowNs < 100 * S; nowNs += S) {
            assertEquals(Change.NONE, silence.look(nowNs - S, nowNs));
        }
    }

    @Test
    void silenceIsSaidOnceAfterThreeSecondsAndItsEndOnce() {
        assertEquals(Change.NONE, lookUntil(S, 2 * S, 0));
        assertEquals(Change.SUSPECTED, silence.look(0, 3 * S));
        assertEquals(Change.NONE, silence.look(0, 4 * S));
        assertTrue(silence.isSuspect());
        assertEquals(Change.RECOVERED, silence.look(4 * S + 1, 5 * S));
        assertEquals(Change.NONE, silence.look(5 * S + 1, 6 * S));
    }

    @Test
    void afterElevenSecondsItIsLostAndStaysSo() {
        assertEquals(Change.SUSPECTED, lookUntil(S, 10 * S, 0));
        assertEquals(Change.LOST, silence.look(0, 11 * S));
        assertEquals(Change.LOST, silence.look(12 * S, 12 * S));
        assertEquals(11 * S, Silence.LOST_NS);
    }

    @Test
    void aWatcherThatWasHeldItselfAccusesNobodyAndListensAnew() {
        lookUntil(S, 2 * S, 2 * S);
        assertEquals(Change.NONE, silence.look(2 * S, 40 * S));
        assertEquals(Change.SUSPECTED, lookUntil(41 * S, 50 * S, 2 * S));
        assertEquals(Change.LOST, silence.look(2 * S, 51 * S));
    }
}
