package org.braid.link.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class HoldWindowTest {
    private static final int SLOTS = 64;

    @Test
    void numbersOutsideTheWindowAreRefused() {
        HoldWindow window = new HoldWindow(SLOTS);
        assertEquals(HoldWindow.HELD, window.arrived(SLOTS - 1));
        assertEquals(HoldWindow.OUTSIDE, window.arrived(SLOTS));
        assertEquals(HoldWindow.OUTSIDE, window.arrived(-1));
        assertEquals(HoldWindow.OUTSIDE, window.arrived(Long.MAX_VALUE));
    }

    @Test
    void sizesThatAreNoPowerOfTwoAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> new HoldWindow(96));
        assertThrows(IllegalArgumentException.class, () -> new HoldWindow(32));
    }

    @Test
    void anyArrivalOrderWithDuplicatesIsDeliveredOnceAndInOrder() {
        for (long seed = 0; seed < 200; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            HoldWindow window = new HoldWindow(SLOTS);
            long[] slots = new long[SLOTS];
            long delivered = 0;
            while (delivered < 1000) {
                long number = Math.max(0, delivered - 5 + random.nextInt(30));
                int verdict = window.arrived(number);
                assertTrue(number >= delivered || verdict == HoldWindow.DUPLICATE, "seed " + seed);
                if (verdict == HoldWindow.HELD) slots[window.slot(number)] = number;
                if (verdict != HoldWindow.NEXT) continue;
                window.delivered();
                for (delivered++; window.nextIsHeld(); delivered++) {
                    assertEquals(delivered, slots[window.slot(delivered)], "seed " + seed);
                    window.delivered();
                }
                assertEquals(delivered, window.expected(), "seed " + seed);
            }
            assertTrue(window.duplicates() > 0 && window.heldCount() < SLOTS, "seed " + seed);
        }
    }
}
