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
    void framesAreBoundedAndComeBack() {
        for (int i = 0; i < StripeLimits.MOST_FRAMES; i++) {
            assertTrue(log.hasRoom(0));
            add(FrameKind.RSR, 0);
        }
        assertFalse(log.hasRoom(0));
        log.gathered(1);
        assertTrue(log.hasRoom(0));
    }

    @Test
    void bytesAreBoundedAndComeBack() {
        int frames = StripeLimits.MOST_BYTES / StripeLimits.FRAME_BYTES;
        for (int i = 0; i < frames; i++) {
            assertTrue(log.hasRoom(StripeLimits.FRAME_BYTES));
            add(FrameKind.FRAGMENT, StripeLimits.FRAME_BYTES);
        }
        assertFalse(log.hasRoom(1));
        assertTrue(log.hasRoom(0));
        log.gathered(1);
        assertTrue(log.hasRoom(StripeLimits.FRAME_BYTES));
    }
}
