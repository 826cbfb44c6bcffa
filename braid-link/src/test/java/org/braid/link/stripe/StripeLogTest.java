package org.braid.link.stripe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.braid.base.wire.FrameKind;
import org.braid.link.flow.StripeLimits;
import org.braid.link.spi.Frame;
import org.junit.jupiter.api.Test;

class StripeLogTest {
    private final StripeLog log = new StripeLog();

    private void add(int kind, int length) {
        log.add(new Frame(kind, 0, 0, 0, (int) log.next(), 0, 0, 0, new byte[length], 0, length));
    }

    private List<Integer> from(long number) {
        List<Integer> all = new ArrayList<>();
        log.from(number, frame -> all.add(frame.a0()));
        return all;
    }

    @Test
    void whatWasNotGatheredIsKeptInOrder() {
        for (int i = 0; i < 10; i++) {
            add(FrameKind.RSR, i);
        }
        log.gathered(4);
        assertEquals(List.of(4, 5, 6, 7, 8, 9), from(4));
        assertEquals(List.of(7, 8, 9), from(7));
        assertEquals(List.of(), from(10));
        log.gathered(2);
        assertEquals(4, log.first(), "older news change nothing");
    }

    @Test
    void theLastFramesOfTheWindowAreForTheNewsOfWhatWasGathered() {
        for (int i = 0; i < StripeLimits.MOST_FRAMES - StripeLimits.URGENT_FRAMES; i++) {
            assertTrue(log.hasRoom(FrameKind.RSR, 0));
            add(FrameKind.RSR, 0);
        }
        assertFalse(log.hasRoom(FrameKind.RSR, 0));
        assertFalse(log.hasRoom(FrameKind.CREDIT, 0));
        for (int i = 0; i < StripeLimits.URGENT_FRAMES; i++) {
            assertTrue(log.hasRoom(FrameKind.GATHERED, 0));
            assertTrue(log.hasRoom(FrameKind.GATHERED | FrameKind.CHAINED, 0));
            add(FrameKind.GATHERED, 0);
        }
        assertFalse(log.hasRoom(FrameKind.GATHERED, 0));
        log.gathered(StripeLimits.URGENT_FRAMES + 1);
        assertTrue(log.hasRoom(FrameKind.RSR, 0));
    }

    @Test
    void bytesAreBoundedAndComeBack() {
        int frames = StripeLimits.MOST_BYTES / StripeLimits.FRAME_BYTES;
        for (int i = 0; i < frames; i++) {
            assertTrue(log.hasRoom(FrameKind.FRAGMENT, StripeLimits.FRAME_BYTES));
            add(FrameKind.FRAGMENT, StripeLimits.FRAME_BYTES);
        }
        assertFalse(log.hasRoom(FrameKind.FRAGMENT, 1));
        assertTrue(log.hasRoom(FrameKind.FRAGMENT, 0));
        log.gathered(1);
        assertTrue(log.hasRoom(FrameKind.FRAGMENT, StripeLimits.FRAME_BYTES));
    }
}
