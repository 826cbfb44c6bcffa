package org.braid.link.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.braid.link.spi.Clock;
import org.junit.jupiter.api.Test;

/** When a waiter that has spun in vain gives its core away, and when it sleeps. */
class IdleStrategyTest {
    private static final long SLICE_NS = 4_000_000;

    /** Whoever takes the core keeps it for so long. */
    private static final class Shared implements Clock {
        private long nowNs;
        private long keptNs;

        @Override
        public long nanoTime() {
            return nowNs;
        }

        @Override
        public void giveWay() {
            nowNs += keptNs;
        }
    }

    private final Shared clock = new Shared();

    /** How many of the next waits, each at its first turn behind spinning, sleep in place of a yield. */
    private static int sleepsOf(IdleStrategy idle, int waits) {
        int sleeps = 0;
        for (int wait = 0; wait < waits; wait++) {
            sleeps += idle.yield(0) ? 0 : 1;
        }
        return sleeps;
    }

    @Test
    void aWaiterYieldsForSomeTurnsAndThenSleeps() {
        for (boolean coresForAll : new boolean[] {true, false}) {
            var idle = new IdleStrategy(coresForAll, clock);
            int turn = 0;
            while (idle.yield(turn)) {
                turn++;
            }
            assertEquals(coresForAll ? 400 : 200, turn);
            assertTrue(idle.yield(0), "the next wait begins anew");
        }
    }

    @Test
    void whoLosesTheCoreToSomebodyWhoComputesSleepsForAWhileInPlaceOfYielding() {
        var idle = new IdleStrategy(true, clock);
        assertEquals(0, sleepsOf(idle, 100));
        clock.keptNs = SLICE_NS;
        assertTrue(idle.yield(0));
        assertEquals(16, sleepsOf(idle, 16));
        assertTrue(idle.yield(0), "one looks whether somebody computes still");
        assertFalse(idle.yield(0));
        clock.keptNs = 0;
        assertEquals(15, sleepsOf(idle, 15));
        assertEquals(0, sleepsOf(idle, 100));
    }

    @Test
    void whereRanksShareCoresAYieldMayTakeAsLongAsItTakes() {
        clock.keptNs = SLICE_NS;
        assertEquals(0, sleepsOf(new IdleStrategy(false, clock), 100));
    }
}
