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
        count.accepted(1, now);
        assertFalse(count.ackDue(now + DELAY_NS - 1));
        assertTrue(count.ackDue(now + DELAY_NS));
    }

    @Test
    void theDelayRunsFromTheFirstFrameNotTheLast() {
        count.accepted(1, 0);
        count.accepted(1, DELAY_NS - 1);
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
    void theLastNumberTellsEndedFromLost() {
        accept(3, 1);
        assertTrue(count.endsAt(3));
        assertFalse(count.endsAt(4));
    }

    private void accept(int frames, int bytes) {
        for (int i = 0; i < frames; i++) {
            assertTrue(count.admits());
            count.accepted(bytes, 0);
        }
    }
}
