package org.braid.bench.duel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class IntervalTest {
    @Test
    void theMiddleIsTheMedianOfAllMeansOfTwo() {
        assertEquals(2, Interval.of(new double[] {1, 2, 3}).middle());
        assertEquals(2.75, Interval.of(new double[] {1, 2, 9, 3}).middle()); // of 1 1.5 2 2 2.5 3 5 5.5 6 9
    }

    @Test
    void fiveSamplesHaveNoIntervalAndOfSixItIsAllThatTheySay() {
        assertTrue(Double.isInfinite(Interval.of(new double[] {1, 2, 3, 4, 5}).low()));
        assertTrue(Double.isInfinite(Interval.of(new double[] {1, 2, 3, 4, 5}).high()));
        assertEquals(new Interval(1, 3.5, 6), Interval.of(new double[] {6, 1, 2, 5, 3, 4}));
    }

    @Test
    void ofNineSamplesFiveMeansLieOutsideAtEachEnd() {
        double[] nine = {0, 1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000};
        double[] means = new double[45];
        int next = 0;
        for (int i = 0; i < nine.length; i++) {
            for (int j = i; j < nine.length; j++) {
                means[next++] = (nine[i] + nine[j]) / 2;
            }
        }
        Arrays.sort(means);
        assertEquals(new Interval(means[5], means[22], means[39]), Interval.of(nine));
    }

    @Test
    void nineteenOfTwentyIntervalsHoldTheTruth() {
        Random random = new Random(7);
        int held = 0;
        for (int trial = 0; trial < 4000; trial++) {
            Interval interval = Interval.of(random.doubles(9, -1, 1).toArray());
            held += interval.low() <= 0 && interval.high() >= 0 ? 1 : 0;
        }
        assertEquals(0.961, held / 4000.0, 0.01);
    }

    @Test
    void newOverOldAndOldOverNewSayTheSame() {
        double[] ratios = {0.9, 1.0, 1.02, 1.1, 1.05, 0.97, 1.3};
        Interval there = Interval.ofRatios(ratios);
        Interval back = Interval.ofRatios(Arrays.stream(ratios).map(ratio -> 1 / ratio).toArray());
        assertEquals(there.middle(), 1 / back.middle(), 1e-12);
        assertEquals(there.low(), 1 / back.high(), 1e-12);
    }
}
