package org.braid.bench.figure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;

class VerdictsTest {
    private final Results results = new Results();

    private void round(String operation, String unit, double ours, double others) {
        results.add(Who.OURS, "mpi-single", new Figure(operation, "byte[]", 8, ours, unit));
        results.add(Who.OTHER, "mpi-single", new Figure(operation, "byte[]", 8, others, unit));
    }

    private String row(String operation) {
        return new Verdicts(results, 1.03).text().lines().filter(line -> line.startsWith(operation + " ")).findFirst().orElseThrow();
    }

    @Test
    void everyRoundHasItsRatioNewOverOldAndTheirMedianDecides() {
        round("latency", "us", 0.2, 0.2);
        round("latency", "us", 0.4, 0.2);
        round("latency", "us", 0.204, 0.2);
        assertEquals("latency    8      braid mpi-single  byte[]  0.204  0.200  us    1.000 2.000 1.020  1.020   within", row("latency"));
        assertTrue(new Verdicts(results, 1.03).pass());
        assertFalse(new Verdicts(results, 1.019).pass());
    }

    @Test
    void ofARateTheTimesPerMessageAreCompared() {
        round("rate", "msg/s", 20, 10);
        round("rate", "msg/s", 5, 10);
        assertTrue(row("rate").endsWith("0.500 2.000       1.250   above"), row("rate"));
    }

    @Test
    void oneRowAboveTheBoundFailsAllAndTheLastLineCounts() {
        round("latency", "us", 1, 1);
        round("rate", "msg/s", 1, 2);
        assertFalse(new Verdicts(results, 1.03).pass());
        assertTrue(new Verdicts(results, 1.03).text().endsWith("\nverdict: fail, 1 of 2 medians are within 1.030\n"));
    }

    @Test
    void aTailIsShownAndNotJudgedForOneDisturbanceDecidesIt() {
        round("latency", "us", 1, 1);
        round("latency.p99", "us", 9, 1);
        round("latency.p99.9", "us", 9, 1);
        assertTrue(row("latency.p99").endsWith("9.000   -"), row("latency.p99"));
        assertTrue(new Verdicts(results, 1.03).pass());
        round("latency.p50", "us", 2, 1);
        assertFalse(new Verdicts(results, 1.03).pass());
    }

    @Test
    void lessThanAByteAMessageIsAsGoodAsNone() {
        round("allocation.blocking", "B/msg", 0.9, 0.01);
        round("allocation.blocking", "B/msg", 0, 0);
        assertTrue(new Verdicts(results, 1.03).pass());
        round("allocation.rsr", "B/msg", 24, 0);
        assertFalse(new Verdicts(results, 1.03).pass());
    }

    @Test
    void whatOnlyOneBuildHasDoneIsNotJudgedAndNothingAtAllIsNoPass() {
        results.add(Who.OURS, "link", new Figure("latency", "byte[]", 8, 1, "us"));
        results.add(Who.PEER, "mpich", new Figure("latency", "c", 8, 1, "us"));
        Verdicts verdicts = new Verdicts(results, 1.03);
        assertFalse(verdicts.pass());
        assertTrue(verdicts.text().endsWith("verdict: nothing to compare, for no row was done by both builds\n"));
    }

    @Test
    void theJsonHasTheRatiosByRound() {
        round("latency", "us", 2, 4);
        round("latency", "us", 3, 2);
        assertTrue(Json.of(results, Map.of()).contains("\"ratiosToOther\": [0.5, 1.5]"));
    }
}
