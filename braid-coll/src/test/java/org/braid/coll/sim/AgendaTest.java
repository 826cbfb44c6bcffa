package org.braid.coll.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AgendaTest {
    /** @param batch how often what was there for its time had all been taken when it was entered */
    private record Entry(long time, int batch, long number) {}

    private int batch = -1;

    @Test
    void eventsComeByTimeThoseOfOneTimeByTheirNumbersAndWhatIsEnteredForThePresentTimeBehindAllThatWereThere() {
        long seed = Long.getLong("braid.coll.seed", 20_261_123L);
        Random random = new Random(seed);
        for (int spread : new int[] {1, 7, 1000, Integer.MAX_VALUE}) {
            var agenda = new Agenda();
            batch = -1;
            var expected = new PriorityQueue<>(Comparator.comparingLong(Entry::time).thenComparingInt(Entry::batch).thenComparingLong(Entry::number));
            for (int entered = 0; entered < 20_000; entered++) {
                long time = agenda.nowPs() + random.nextInt(spread);
                long number = random.nextLong();
                agenda.add(time, number);
                expected.add(new Entry(time, time == agenda.nowPs() ? batch + 1 : 0, number));
                for (int taken = random.nextInt(entered < 10_000 ? 2 : 4); taken > 0 && !expected.isEmpty(); taken--) {
                    assertNext(expected.remove(), agenda, seed);
                }
            }
            while (!expected.isEmpty()) {
                assertNext(expected.remove(), agenda, seed);
            }
            assertFalse(agenda.hasNext());
        }
    }

    private void assertNext(Entry expected, Agenda agenda, long seed) {
        assertTrue(agenda.hasNext());
        assertEquals(expected.number, agenda.next(), () -> "replay with -Dbraid.coll.seed=" + seed);
        assertEquals(expected.time, agenda.nowPs());
        batch = expected.batch;
    }
}
