package org.braid.launch.supervise;

import static org.braid.launch.supervise.Suspicion.Change.NONE;
import static org.braid.launch.supervise.Suspicion.Change.RECOVERED;
import static org.braid.launch.supervise.Suspicion.Change.SUSPECTED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

class SuspicionTest {
    private static final long S = 1_000_000_000L;

    private final Suspicion suspicion = new Suspicion(2, 0);

    private Suspicion.Change lookAt(long nowNs, boolean stopped) {
        suspicion.look(nowNs);
        assertEquals(NONE, suspicion.saw(0, false));
        return suspicion.saw(1, stopped);
    }

    @Test
    void aRankThatStaysStoppedIsSuspectedOnce() {
        assertEquals(NONE, lookAt(S, true));
        assertEquals(NONE, lookAt(2 * S, true));
        assertEquals(NONE, lookAt(3 * S, true));
        assertEquals(SUSPECTED, lookAt(4 * S, true));
        assertEquals(3 * S, suspicion.heldNs(1));
        assertEquals(NONE, lookAt(5 * S, true));
        assertTrue(suspicion.isSuspect(1));
        assertFalse(suspicion.isSuspect(0));
    }

    @Test
    void aSuspectThatRunsAgainIsToldOnceAndMayBeSuspectedAgain() {
        for (int second = 1; second <= 5; second++) {
            lookAt(second * S, true);
        }
        assertEquals(RECOVERED, lookAt(6 * S, false));
        assertEquals(4 * S, suspicion.heldNs(1));
        assertEquals(NONE, lookAt(7 * S, false));
        assertEquals(NONE, lookAt(8 * S, true));
        assertEquals(NONE, lookAt(9 * S, true));
        assertEquals(NONE, lookAt(10 * S, true));
        assertEquals(SUSPECTED, lookAt(11 * S, true));
    }

    @Test
    void aShortStopIsNobodysBusiness() {
        for (int i = 1; i < 20; i += 3) {
            assertEquals(NONE, lookAt(i * S, true));
            assertEquals(NONE, lookAt((i + 1) * S, true));
            assertEquals(NONE, lookAt((i + 2) * S, false));
        }
    }

    @Test
    void aWatcherThatWasHeldItselfAccusesNobody() {
        lookAt(S, true);
        assertEquals(NONE, lookAt(60 * S, true), "it cannot know whether the rank ran in between");
        assertEquals(NONE, lookAt(62 * S, true), "late again");
        assertEquals(NONE, lookAt(63 * S, true));
        assertEquals(NONE, lookAt(64 * S, true));
        assertEquals(SUSPECTED, lookAt(65 * S, true));
        assertEquals(NONE, lookAt(90 * S, true), "a suspect stays one");
        assertEquals(RECOVERED, lookAt(91 * S, false));
    }

    @Test
    void suspicionsAndRecoveriesTakeTurnsWhateverIsSeen() {
        for (long seed = 0; seed < 2_000; seed++) {
            Random random = new Random(seed);
            Suspicion any = new Suspicion(1, 0);
            Suspicion.Change last = RECOVERED;
            long nowNs = 0;
            for (int look = 0; look < 60; look++) {
                nowNs += (long) (S * (1 + (random.nextInt(10) == 0 ? 2 : 0.4 * random.nextDouble())));
                any.look(nowNs);
                Suspicion.Change change = any.saw(0, random.nextInt(8) > 0);
                assertTrue(change == NONE || change != last, "seed " + seed);
                last = change == NONE ? last : change;
                assertEquals(last == SUSPECTED, any.isSuspect(0), "seed " + seed);
            }
        }
    }
}
