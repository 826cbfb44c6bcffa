package org.braid.bench.duel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class GateTableTest {
    private static final Row LATENCY = Row.all().getFirst();

    private static List<Pair> pairs(double floorNs, double oursNs, double otherNs) {
        return Collections.nCopies(5, new Pair(new Slice(floorNs, oursNs, floorNs), new Slice(floorNs, otherNs, floorNs)));
    }

    @Test
    void statesHaveTheirFiguresAndAllTogetherARatioAlone() {
        List<Pair> both = new ArrayList<>(pairs(34, 220, 200));
        both.addAll(pairs(160, 505, 500));
        both.add(new Pair(new Slice(34, 1, 34), new Slice(160, 1, 160)));
        GateTable table = new GateTable();
        table.add(LATENCY, "single", new Comparison(Collections.nCopies(9, new Duel.Round(both, false)), 1.03));
        assertEquals(
                """
                row      level   cores  rounds  pairs  new    old    unit  new/old  95 %          verdict
                latency  single  near   9       45     0.110  0.100  us    1.100    1.100..1.100  FAIL
                latency  single  far    9       45     0.253  0.250  us    1.010    1.010..1.010  PASS
                latency  single  all    9       90     -      -      us    1.055    1.055..1.055  FAIL
                latency single: 9 pairs do not count, for the cores moved meanwhile
                latency single: in 9 rounds a figure had not stood still before it was measured
                """,
                table.text());
    }

    @Test
    void aRoundIsOneLine() {
        List<Pair> both = new ArrayList<>(pairs(34, 220, 200));
        both.addAll(pairs(160, 505, 500));
        assertEquals("near 1.100 of 5 pairs, far 1.010 of 5 pairs", GateTable.brief(new Comparison(List.of(new Duel.Round(both, true)), 1)));
        assertEquals("1.020 of 5 pairs", GateTable.brief(new Comparison(List.of(new Duel.Round(pairs(0, 255, 250), true)), 1)));
        assertEquals("nothing, for the cores moved", GateTable.brief(new Comparison(List.of(new Duel.Round(List.of(), true)), 1)));
    }

    @Test
    void whereNobodyProbedThereIsOneLine() {
        GateTable table = new GateTable();
        table.add(Row.all().getLast(), "-", new Comparison(List.of(new Duel.Round(pairs(0, 255e6, 250e6), true)), 1.03));
        assertEquals(
                """
                row      level  cores  rounds  pairs  new  old  unit  new/old  95 %  verdict
                startup  -      -      1       5      255  250  ms    1.020    -     too few
                """,
                table.text());
    }
}
