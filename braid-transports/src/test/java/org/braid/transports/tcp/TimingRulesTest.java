package org.braid.transports.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** The pure rules about time: when to write, when to ask a silent peer, when to log. */
class TimingRulesTest {
    private static final long S = 1_000_000_000L;

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

    @Test
    void aPeerIsAskedAfterOneSecondOnceAndLeftAfterThree() {
        Pulse pulse = new Pulse(TcpTimes.DEFAULTS, 0);
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
        Pulse pulse = new Pulse(TcpTimes.DEFAULTS, 0);
        for (long now = 0; now < 60 * S; now += S / 10) {
            int says = pulse.look(now);
            assertTrue(says != Pulse.SILENT);
            if (says == Pulse.PING) {
                pulse.heard(now);
            }
        }
    }

    @Test
    void whoWasAwayItselfAccusesNobody() {
        Pulse pulse = new Pulse(TcpTimes.DEFAULTS, 0);
        assertEquals(Pulse.NOTHING, pulse.look(100 * S));
        assertEquals(Pulse.PING, pulse.look(101 * S));
    }

    @Test
    void oneLinePerSourceAndMinuteAndTheRestIsCounted() {
        SourceNotices notices = new SourceNotices();
        assertEquals(0, notices.incident("1.2.3.4", 5));
        for (int i = 0; i < 100; i++) {
            assertEquals(-1, notices.incident("1.2.3.4", 6 + i));
        }
        assertEquals(0, notices.incident("1.2.3.5", 7));
        assertEquals(100, notices.incident("1.2.3.4", 61 * S));
        assertEquals(103, notices.total());
    }

    @Test
    void manySourcesCostBoundedMemoryAndFewLines() {
        SourceNotices notices = new SourceNotices();
        int lines = 0;
        for (int i = 0; i < 10_000; i++) {
            lines += notices.incident("source " + i, i) >= 0 ? 1 : 0;
        }
        assertTrue(lines <= SourceNotices.MOST_SOURCES + 1, lines + " lines");
    }
}
