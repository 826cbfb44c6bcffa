package org.braid.pipe.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** When a silent peer is asked, and when it is left. */
class PulseTest {
    private static final long S = 1_000_000_000L;

    @Test
    void aPeerIsAskedAfterOneSecondOnceAndLeftAfterThree() {
        Pulse pulse = new Pulse(PipeTimes.DEFAULTS, 0);
        int pings = 0;
        for (long now = 0; now < 3 * S; now += S / 100) {
            int says = pulse.look(now);
            assertTrue(says != Pulse.SILENT);
            assertFalse(says == Pulse.PING && now < S);
            pings += says == Pulse.PING ? 1 : 0;
        }
        assertEquals(1, pings);
        assertEquals(Pulse.SILENT, pulse.look(3 * S));
    }

    @Test
    void anAnswerEndsTheSilence() {
        Pulse pulse = new Pulse(PipeTimes.DEFAULTS, 0);
        for (long now = 0; now < 60 * S; now += S / 10) {
            int says = pulse.look(now);
            assertTrue(says != Pulse.SILENT);
            if (says == Pulse.PING) {
                pulse.heard(now);
            }
        }
    }

    @Test
    void anEndThatWasAwayItselfAccusesNobody() {
        Pulse pulse = new Pulse(PipeTimes.DEFAULTS, 0);
        assertEquals(Pulse.NOTHING, pulse.look(100 * S));
        assertEquals(Pulse.PING, pulse.look(101 * S));
    }
}
