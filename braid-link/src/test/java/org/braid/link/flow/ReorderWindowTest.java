package org.braid.link.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ReorderWindowTest {
    private static final int SLOTS = 64;

    @Test
    void numbersOutsideTheWindowAreRefused() {
        ReorderWindow window = new ReorderWindow(SLOTS);
        assertEquals(ReorderWindow.HELD, window.arrived(SLOTS - 1));
        assertEquals(ReorderWindow.OUTSIDE, window.arrived(SLOTS));
        assertEquals(ReorderWindow.OUTSIDE, window.arrived(-1));
        assertEquals(ReorderWindow.OUTSIDE, window.arrived(Long.MAX_VALUE));
    }

    @Test
    void sizesThatAreNoPowerOfTwoAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> new ReorderWindow(96));
        assertThrows(IllegalArgumentException.class, () -> new ReorderWindow(32));
    }

    @Test
    void anyArrivalOrderWithDuplicatesIsDeliveredOnceAndInOrder() {
        for (long seed = 0; seed < 200; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            ReorderWindow window = new ReorderWindow(SLOTS);
            long[] slots = new long[SLOTS];
            long delivered = 0;
            while (delivered < 1000) {
                long number = Math.max(0, delivered - 5 + random.nextInt(30));
                int verdict = window.arrived(number);
                assertTrue(number >= delivered || verdict == ReorderWindow.DUPLICATE, "seed " + seed);
                if (verdict == ReorderWindow.HELD) slots[window.slot(number)] = number;
                if (verdict != ReorderWindow.NEXT) continue;
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
