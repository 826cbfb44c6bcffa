package org.braid.bench.duel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.braid.bench.figure.CoreState;
import org.junit.jupiter.api.Test;

class ComparisonTest {
    private static List<Pair> pairs(int count, double floorNs, double oursNs, double otherNs) {
        Pair pair = new Pair(new Slice(floorNs, oursNs, floorNs), new Slice(floorNs, otherNs, floorNs));
        return Stream.generate(() -> pair).limit(count).toList();
    }

    private static Duel.Round round(List<Pair> some, List<Pair> others) {
        List<Pair> all = new ArrayList<>(some);
        all.addAll(others);
        return new Duel.Round(all, true);
    }

    private static List<Duel.Round> nine(Duel.Round round) {
        return Stream.generate(() -> round).limit(9).toList();
    }

    @Test
    void eachStateHasALineAndTheLastOneIsForAll() {
        List<Comparison.Line> lines = new Comparison(nine(round(pairs(5, 34, 220, 200), pairs(10, 160, 500, 500))), 1.03).lines();
        assertEquals(List.of(CoreState.NEAR, CoreState.FAR, CoreState.ANY), lines.stream().map(Comparison.Line::state).toList());
        assertEquals(List.of(45, 90, 135), lines.stream().map(Comparison.Line::pairs).toList());
        assertEquals(List.of(Ruling.FAIL, Ruling.PASS, Ruling.PASS), lines.stream().map(Comparison.Line::ruling).toList());
        assertEquals(1.1, lines.getFirst().ratio().middle(), 1e-9);
        assertEquals(500, lines.get(1).otherNs());
    }

    @Test
    void aRoundCountsOnceHoweverManyPairsItHas() {
        List<Duel.Round> rounds = new ArrayList<>(nine(round(pairs(5, 34, 200, 200), List.of())));
        rounds.add(round(pairs(1000, 34, 400, 200), List.of()));
        assertEquals(1.0, new Comparison(rounds, 1.03).lines().getLast().ratio().middle(), 1e-9);
    }

    @Test
    void aRoundWithHardlyAnyPairInAStateSaysNothingOfIt() {
        Comparison comparison = new Comparison(nine(round(pairs(2, 34, 220, 200), pairs(10, 160, 500, 500))), 1.03);
        assertEquals(List.of(CoreState.FAR, CoreState.ANY), comparison.lines().stream().map(Comparison.Line::state).toList());
    }

    @Test
    void pairsBetweenStatesDoNotCountAndAreCounted() {
        List<Pair> torn = List.of(new Pair(new Slice(34, 100, 34), new Slice(160, 900, 160)));
        Comparison comparison = new Comparison(nine(round(pairs(5, 34, 200, 200), torn)), 1.03);
        assertEquals(9, comparison.mixed());
        assertEquals(45, comparison.lines().getLast().pairs());
    }

    @Test
    void roundsThatNeverStoodStillAreCounted() {
        Comparison comparison = new Comparison(List.of(new Duel.Round(pairs(5, 34, 1, 1), false), new Duel.Round(pairs(5, 34, 1, 1), true)), 1.03);
        assertEquals(1, comparison.restless());
        assertEquals(Ruling.TOO_FEW, comparison.lines().getLast().ruling());
    }
}
