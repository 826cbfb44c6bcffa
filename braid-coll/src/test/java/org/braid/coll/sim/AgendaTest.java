package org.braid.coll.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AgendaTest {
    private record Entry(long time, long number) {}

    @Test
    void eventsComeByTimeAndThoseOfOneTimeInTheOrderInWhichTheyWereEntered() {
        long seed = Long.getLong("braid.coll.seed", 20_261_123L);
        Random random = new Random(seed);
        for (int spread : new int[] {1, 7, 1000, Integer.MAX_VALUE}) {
            var agenda = new Agenda();
            var expected = new PriorityQueue<>(Comparator.comparingLong(Entry::time).thenComparingLong(Entry::number));
            for (int number = 0; number < 20_000; number++) {
                long time = agenda.nowPs() + random.nextInt(spread);
                agenda.add(time, number);
                expected.add(new Entry(time, number));
                for (int taken = random.nextInt(number < 10_000 ? 2 : 4); taken > 0 && !expected.isEmpty(); taken--) {
                    assertNext(expected.remove(), agenda, seed);
                }
            }
            while (!expected.isEmpty()) {
                assertNext(expected.remove(), agenda, seed);
            }
            assertFalse(agenda.hasNext());
        }
    }

    private static void assertNext(Entry expected, Agenda agenda, long seed) {
        assertTrue(agenda.hasNext());
        assertEquals(expected.number, agenda.next(), () -> "replay with -Dbraid.coll.seed=" + seed);
        assertEquals(expected.time, agenda.nowPs());
    }
}
