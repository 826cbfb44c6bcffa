package org.braid.pipe.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ReceiveCountTest {
    private static final long DELAY_NS = 1000;
    private final ReceiveCount count = new ReceiveCount(16, 1600, DELAY_NS);

    @Test
    void nothingIsOwedBeforeTheFirstFrame() {
        assertFalse(count.ackDue(Long.MAX_VALUE));
    }

    @Test
    void anAcknowledgementIsDueAfterAQuarterOfTheWindowInFrames() {
        accept(3, 1);
        assertFalse(count.ackDue(0));
        accept(1, 1);
        assertTrue(count.ackDue(0));
        assertEquals(4, count.takeAck());
        assertFalse(count.ackDue(0));
    }

    @Test
    void anAcknowledgementIsDueAfterAQuarterOfTheWindowInBytes() {
        accept(1, 399);
        assertFalse(count.ackDue(0));
        accept(1, 1);
        assertTrue(count.ackDue(0));
    }

    @Test
    void anAcknowledgementIsDueWhenTheDelayIsOverOnAClockThatWraps() {
        long now = Long.MAX_VALUE - 10;
        take(1, now);
        assertFalse(count.ackDue(now + DELAY_NS - 1));
        assertTrue(count.ackDue(now + DELAY_NS));
    }

    @Test
    void theDelayRunsFromTheFirstFrameNotTheLast() {
        take(1, 0);
        take(1, DELAY_NS - 1);
        assertTrue(count.ackDue(DELAY_NS));
    }

    @Test
    void aReplayIsDroppedCountedAndAnswered() {
        accept(5, 1);
        count.takeAck();
        assertTrue(count.attach(3));
        assertFalse(count.admits());
        assertFalse(count.admits());
        assertTrue(count.admits());
        assertEquals(2, count.duplicates());
        assertTrue(count.ackDue(0));
        assertEquals(5, count.takeAck());
    }

    @Test
    void aPeerThatSkipsFramesOrGoesBackTooFarIsRefused() {
        accept(20, 1);
        assertFalse(count.attach(21));
        assertFalse(count.attach(-1));
        assertFalse(count.attach(3), "a sender keeps at most 16 frames");
        assertTrue(count.attach(4));
        assertTrue(count.attach(20));
    }

    @Test
    void whatWaitsInADeviceHasComeButIsNotAcknowledged() {
        for (int i = 0; i < 6; i++) {
            count.came(1);
        }
        count.accept(1, 0);
        assertEquals(6, count.expected());
        assertEquals(1, count.accepted());
        assertFalse(count.ackDue(0));
        assertTrue(count.ackDue(DELAY_NS));
        assertEquals(1, count.takeAck());
        assertFalse(count.ackDue(Long.MAX_VALUE), "nothing more is accepted");
        count.accept(2, 5000);
        assertFalse(count.ackDue(5000 + DELAY_NS - 1), "the delay runs from when it was accepted");
        assertTrue(count.ackDue(5000 + DELAY_NS));
        count.accept(1, 6000);
        assertEquals(2, count.accepted(), "it never shrinks");
        count.accept(Long.MAX_VALUE, 6000);
        assertEquals(6, count.takeAck());
    }

    @Test
    void theLastNumberTellsEndedFromLost() {
        accept(3, 1);
        assertTrue(count.endsAt(3));
        assertFalse(count.endsAt(4));
    }

    private void accept(int frames, int bytes) {
        for (int i = 0; i < frames; i++) {
            assertTrue(count.admits());
            take(bytes, 0);
        }
    }

    private void take(int bytes, long nowNs) {
        count.came(bytes);
        count.accept(Long.MAX_VALUE, nowNs);
    }
}
