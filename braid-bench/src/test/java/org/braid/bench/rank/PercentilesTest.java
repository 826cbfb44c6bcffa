package org.braid.bench.rank;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PercentilesTest {
    @Test
    void aPercentileIsATimeThatWasMeasured() {
        Percentiles percentiles = new Percentiles(1000);
        for (int ns = 1000; ns >= 1; ns--) {
            percentiles.took(ns);
        }
        assertEquals(500, percentiles.atPerMille(500));
        assertEquals(990, percentiles.atPerMille(990));
        assertEquals(999, percentiles.atPerMille(999));
        assertEquals(1, percentiles.atPerMille(0));
        assertEquals(1000, percentiles.atPerMille(1000));
    }

    @Test
    void ofOneTripEveryPercentileIsThatTrip() {
        Percentiles percentiles = new Percentiles(1);
        percentiles.took(7);
        assertEquals(7, percentiles.atPerMille(999));
    }

    @Test
    void moreTripsThanFitAreThinnedEvenly() {
        int trips = 3 * Percentiles.MOST + 1;
        Percentiles percentiles = new Percentiles(trips);
        for (int ns = 1; ns <= trips; ns++) {
            percentiles.took(ns);
        }
        assertTrue(Math.abs(percentiles.atPerMille(500) - trips / 2) <= 4, "median " + percentiles.atPerMille(500));
    }
}
