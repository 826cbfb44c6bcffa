package org.braid.bench.rank;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class RoundsTest {
    private static final long LONG_NS = 600_000_000;

    @Test
    void shortRoundsAreAsManyAsCanBeWrittenDown() {
        int[] seen = new int[Rounds.MOST];
        assertEquals(Rounds.MOST, Rounds.measure(at -> seen[at]++, goOn -> goOn));
        assertTrue(Arrays.stream(seen).allMatch(times -> times == 1));
    }

    @Test
    void roundsThatTakeLongAreFiveWhateverTheTime() {
        long end = System.nanoTime() + LONG_NS;
        int done = Rounds.measure(at -> {
            while (System.nanoTime() < end) {
                Thread.onSpinWait();
            }
        }, goOn -> goOn);
        assertEquals(5, done);
    }

    @Test
    void whoDoesNotDecideStopsWhenItIsTold() {
        int[] asked = new int[1];
        assertEquals(3, Rounds.measure(at -> {}, ignored -> ++asked[0] < 3));
    }

    @Test
    void aMachineThatDisturbsMostRoundsChangesNothing() {
        double[] took = new double[100];
        Arrays.setAll(took, i -> i % 5 == 0 ? 100 + i / 5 : 1e6);
        assertEquals(110, Rounds.usual(took, took.length));
    }
}
