package org.braid.bench.figure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ResultsTest {
    private final Results results = new Results();

    private void add(String who, String operation, double value, String unit) {
        boolean ours = who.equals("braid");
        results.add(ours ? Who.OURS : Who.PEER, ours ? "" : who, new Figure(operation, ours ? "byte[]" : "c", 8, value, unit));
    }

    private double ratio(String operation, String unit) {
        return results.ratioToBestPeer(new Series(Who.OURS, "", operation, "byte[]", 8, unit)).orElseThrow();
    }

    @Test
    void theMedianOfAnOddNumberIsTheMiddleOneAndOfAnEvenNumberTheMeanOfTwo() {
        Samples samples = new Samples();
        for (double value : new double[] {9, 1, 2}) {
            samples.add(value);
        }
        assertEquals(2, samples.median());
        samples.add(4);
        assertEquals(3, samples.median());
        assertEquals(1, samples.min());
        assertEquals(9, samples.max());
    }

    @Test
    void aLatencyIsDividedByTheShortestOfThePeers() {
        add("braid", "latency", 0.2, "us");
        add("mpich", "latency", 0.4, "us");
        add("openmpi", "latency", 0.25, "us");
        assertEquals(0.8, ratio("latency", "us"), 1e-12);
    }

    @Test
    void aRateIsComparedAsTimePerMessageWithTheHighestOfThePeers() {
        add("braid", "rate", 20, "msg/s");
        add("mpich", "rate", 7, "msg/s");
        add("openmpi", "rate", 10, "msg/s");
        assertEquals(0.5, ratio("rate", "msg/s"), 1e-12);
    }

    @Test
    void ofAShareMoreIsBetterAndOfAMultipleLess() {
        add("braid", "threads.8.share", 0.8, "share");
        add("mpich", "threads.8.share", 0.4, "share");
        add("braid", "calls.put-over-message", 0.8, "times");
        add("mpich", "calls.put-over-message", 0.4, "times");
        assertEquals(0.5, ratio("threads.8.share", "share"), 1e-12);
        assertEquals(2, ratio("calls.put-over-message", "times"), 1e-12);
    }

    @Test
    void theRatioIsThatOfTheRoundInTheMiddleForTheMachineChangesBetweenRounds() {
        for (double[] round : new double[][] {{1, 2}, {10, 12.5}, {1, 1}}) {
            add("braid", "latency", round[0], "us");
            add("mpich", "latency", round[1], "us");
        }
        assertEquals(0.8, ratio("latency", "us"), 1e-12);
    }

    @Test
    void thereIsNoRatioWithoutAPeerThatDidTheSameWorkNorForAPeer() {
        add("braid", "latency.p99", 1, "us");
        add("mpich", "latency", 1, "us");
        assertTrue(results.ratioToBestPeer(new Series(Who.OURS, "", "latency.p99", "byte[]", 8, "us")).isEmpty());
        assertTrue(results.ratioToBestPeer(new Series(Who.PEER, "mpich", "latency", "c", 8, "us")).isEmpty());
    }

    @Test
    void whatIsNoTimeHasNoRatio() {
        add("braid", "bandwidth", 0, "MB/s");
        add("mpich", "bandwidth", 0, "MB/s");
        assertTrue(results.ratioToBestPeer(new Series(Who.OURS, "", "bandwidth", "byte[]", 8, "MB/s")).isEmpty());
    }

    @Test
    void theLastPingPongIsDividedByTheFreshOne() {
        add("braid", "latency.fresh", 2, "us");
        add("braid", "latency.again", 2.5, "us");
        assertEquals(1.25, results.againOverFresh(new Series(Who.OURS, "", "latency.again", "byte[]", 8, "us")).orElseThrow(), 1e-12);
    }

    @Test
    void theTableAlignsItsColumnsAndNamesTheRatio() {
        add("braid", "latency", 0.2, "us");
        add("mpich", "latency", 0.4, "us");
        assertEquals(
                """
                operation  bytes  who    buffer  median  min..max      unit  runs  cores  ratio
                latency    8      braid  byte[]  0.200   0.200..0.200  us    1     -      0.500
                latency    8      mpich  c       0.400   0.400..0.400  us    1     -      -
                """,
                Table.of(results));
    }

    private void round(CoreState ours, double oursUs, CoreState theirs, double theirsUs) {
        results.add(Who.OURS, "", new Figure("latency", "byte[]", 8, oursUs, "us", ours, ours != CoreState.FAR));
        results.add(Who.PEER, "mpich", new Figure("latency", "c", 8, theirsUs, "us", theirs, true));
    }

    @Test
    void roundsInWhichTheCoresWereNearForOneAndFarForTheOtherHaveNoRatio() {
        round(CoreState.NEAR, 0.1, CoreState.FAR, 0.4);
        round(CoreState.MIXED, 0.1, CoreState.MIXED, 0.4);
        assertTrue(results.ratioToBestPeer(new Series(Who.OURS, "", "latency", "byte[]", 8, "us")).isEmpty());
        round(CoreState.NEAR, 0.1, CoreState.NEAR, 0.1);
        assertEquals(1, ratio("latency", "us"));
    }

    @Test
    void eachStateHasARowAndWhatHadNotStoodStillIsCounted() {
        round(CoreState.NEAR, 0.1, CoreState.NEAR, 0.2);
        round(CoreState.FAR, 0.3, CoreState.FAR, 0.4);
        round(CoreState.FAR, 0.3, CoreState.NEAR, 0.2);
        assertEquals(
                """
                operation  bytes  who    buffer  median  min..max      unit  runs         cores  ratio
                latency    8      braid  byte[]  0.100   0.100..0.100  us    1            near   0.500
                latency    8      braid  byte[]  0.300   0.300..0.300  us    2 (2 young)  far    0.750
                latency    8      mpich  c       0.200   0.200..0.200  us    2            near   -
                latency    8      mpich  c       0.400   0.400..0.400  us    1            far    -
                """,
                Table.of(results));
    }

    @Test
    void numbersKeepThreeDigits() {
        assertEquals(List.of("0.213", "2.13", "21.3", "2130"), List.of(0.2131, 2.131, 21.31, 2130.4).stream().map(Columns::number).toList());
    }

    @Test
    void jsonHoldsFactsAndEverySampleWithItsTextEscaped() {
        add("braid", "latency", 0.5, "us");
        add("braid", "latency", 0.25, "us");
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("asked", "a \"b\" \\ \n");
        assertEquals(
                """
                {
                  "about": {
                    "asked": "a \\"b\\" \\\\ \\u000a"
                  },
                  "series": [
                    {"operation": "latency", "bytes": 8, "who": "braid", "buffer": "byte[]", "unit": "us", "median": 0.375, "ratioToBestPeer": null, "ratiosToOther": [], "samples": [0.5, 0.25], "cores": ["any", "any"], "young": 0}
                  ]
                }
                """,
                Json.of(results, facts));
    }
}
