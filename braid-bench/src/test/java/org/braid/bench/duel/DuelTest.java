package org.braid.bench.duel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Under a virtual clock, which turns move forward. */
class DuelTest {
    private static final double SECOND_NS = 1e9;

    private final List<String> turns = new ArrayList<>();
    private final List<Integer> counts = new ArrayList<>();
    private double nowNs;

    /** What an operation takes at a time. */
    private interface Speed {
        double operationNs(double nowNs);
    }

    private Contender contender(String name, Speed speed) {
        return (_, count) -> {
            turns.add(name);
            counts.add(count);
            double operationNs = speed.operationNs(nowNs);
            nowNs += operationNs * count;
            return new Slice(34, operationNs, 34);
        };
    }

    private Duel.Round round(Speed ours, Speed other) throws Exception {
        return new Duel(contender("new", ours), contender("old", other), () -> (long) nowNs, 1, 1).round(0);
    }

    @Test
    void whoIsFirstChangesFromPairToPair() throws Exception {
        round(_ -> 200, _ -> 100);
        assertEquals(List.of("new", "old", "old", "new", "new", "old", "old", "new"), turns.subList(0, 8));
    }

    @Test
    void turnsGrowUntilTheSlowerOneTakesTenMilliseconds() throws Exception {
        round(_ -> 200, _ -> 100);
        assertEquals(List.of(1, 1, 4, 4, 16, 16), counts.subList(0, 6));
        assertEquals(50_000, counts.getLast());
    }

    @Test
    void everyPairHasTheRatioOfItsOwnTwoTurns() throws Exception {
        Duel.Round round = round(_ -> 200, _ -> 100);
        assertEquals(60, round.pairs().size());
        assertTrue(round.pairs().stream().allMatch(pair -> pair.ratio() == 2));
    }

    @Test
    void bothWarmUpUntilBothStandStillAndThenTheyAreMeasured() throws Exception {
        Duel.Round round = round(now -> now < 5 * SECOND_NS ? 1000 - now / 1e7 : 500, _ -> 100);
        assertTrue(round.stoodStill());
        assertTrue(round.pairs().stream().allMatch(pair -> pair.ratio() == 5));
    }

    @Test
    void whatNeverStandsStillIsMeasuredAfterThreeTimesTheLeastAndIsSaid() throws Exception {
        Duel.Round round = round(now -> 100 + now / 1e7, _ -> 100);
        assertFalse(round.stoodStill());
        assertTrue(nowNs > 9 * SECOND_NS && nowNs < 13 * SECOND_NS, () -> nowNs + " ns");
    }
}
