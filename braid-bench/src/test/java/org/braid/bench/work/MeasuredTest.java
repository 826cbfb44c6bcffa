package org.braid.bench.work;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.junit.jupiter.api.Test;

class MeasuredTest {
    private static Measured measured(String operation, int ranks, long bytes, double scale, long messages) {
        return new Measured(operation, false, "", ranks, List.of(bytes), scale, messages, List.of());
    }

    private static void refused(Runnable made, String named) {
        BraidException e = assertThrows(BraidException.class, made::run);
        assertEquals(ErrorCode.OPTION_VALUE, e.code());
        assertTrue(e.what().contains(named), e.what());
    }

    private static List<Integer> ranks(String operation, int ranks) {
        return measured(operation, ranks, 8, 1, 1).heats().stream().map(Heat::ranks).toList();
    }

    @Test
    void everyValueOutOfItsRangeIsRefusedByName() {
        refused(() -> measured("speed", 2, 8, 1, 1), "speed");
        refused(() -> measured("latency", -1, 8, 1, 1), "-n -1");
        refused(() -> measured("latency", 3, 8, 1, 1), "-n 3");
        refused(() -> measured("collectives", 1, 8, 1, 1), "-n 1");
        refused(() -> measured("latency", 2, -8, 1, 1), "--bytes -8");
        refused(() -> measured("latency", 2, 1L << 40, 1, 1), "--bytes");
        refused(() -> measured("latency", 2, 8, 0, 1), "--scale 0");
        refused(() -> measured("latency", 2, 8, Double.NaN, 1), "--scale NaN");
        refused(() -> measured("allocation", 2, 8, 1, 0), "--messages 0");
        refused(() -> new Measured("tls", false, "tcp", 0, List.of(), 1, 1, List.of()), "--method");
        refused(() -> measured("tls", 3, 8, 1, 1), "-n 3");
        refused(() -> measured("types", 2, 12, 1, 1).heats(), "--bytes 12");
        refused(() -> measured("types", 2, 1 << 20, 1, 1).heats(), "--bytes 1048576");
        refused(() -> measured("types", 2, 0, 1, 1).heats(), "--bytes 0");
        refused(() -> new Measured("types", false, "", 0, List.of(8L, 16L, 32L, 64L, 128L, 256L, 512L, 1024L), 1, 1, List.of()).heats(), "--bytes");
        refused(() -> measured("threads", 4, 8, 1, 1), "-n 4");
        refused(() -> measured("objects", 2, 8, 1, 1), "--bytes");
        refused(() -> new Measured("calls", false, "", 1, List.of(), 1, 1, List.of()), "-n 1");
        refused(() -> new Measured("latency", true, "", 2, List.of(), 1, 1, List.of()), "--curve");
        refused(() -> new Measured("latency", false, "", 2, List.of(), 1, 1, List.of("bcast")), "--operations");
        refused(() -> new Measured("collectives", false, "", 2, List.of(), 1, 1, List.of("bcast", "neighbor_bcast")), "--operations neighbor_bcast");
        assertEquals(List.of("reduce_scatter", "gatherv.uneven"), new Measured("collectives", false, "", 2, List.of(), 1, 1, List.of("MPI_Reduce_scatter", "Gatherv.uneven")).operations());
        refused(() -> measured("job", 3, 8, 1, 1).heats(), "-n and --bytes");
        refused(() -> new Contest(0, false, null, 1), "--pairs 0");
        refused(() -> new Contest(1, false, null, 0), "--bound 0");
        refused(() -> new Contest(1, false, null, Double.NaN), "--bound NaN");
    }

    @Test
    void eachOperationHasItsOwnNumbersOfRanks() {
        assertEquals(List.of(2), ranks("latency", 0));
        assertEquals(List.of(2, 4, 8), ranks("collectives", 0));
        assertEquals(List.of(1, 4, 1000), ranks("startup", 0)); // a thousand as threads
        assertEquals(List.of(2), ranks("startup", 2));
        assertEquals(List.of(4), new Measured("files", false, "", 0, List.of(), 1, 1, List.of()).heats().stream().map(Heat::ranks).toList());
        assertEquals(List.of(3), ranks("collectives", 3));
    }

    @Test
    void aProgramIsToldOperationScaleAndSizes() {
        Heat heat = new Measured("rate", false, "tcp", 0, List.of(8L, 16L), 0.5, 1, List.of()).heats().getFirst();
        assertEquals(List.of("rate", "0.5", "8", "16"), heat.words());
        assertEquals(List.of("bandwidth", "1.0", "1024", "65536", "1048576", "4194304"), new Measured("bandwidth", false, "", 0, List.of(), 1, 1, List.of()).heats().getFirst().words());
    }

    @Test
    void protectionIsMeasuredByShortTripsByLongWindowsAndBesideTheCipher() {
        List<Heat> heats = new Measured("tls", false, "", 0, List.of(), 0.5, 1, List.of()).heats();
        assertEquals(List.of(List.of("latency", "0.5", "8"), List.of("bandwidth", "0.5", "1048576"), List.of("0.5", "8", "1048576")), heats.stream().map(Heat::words).toList());
        assertEquals(List.of(2, 2, 1), heats.stream().map(Heat::ranks).toList());
        assertEquals(List.of("0.5", "64"), new Measured("tls", false, "", 0, List.of(64L), 0.5, 1, List.of()).heats().getLast().words());
    }

    private static List<List<String>> words(String operation, int ranks, List<Long> bytes) {
        return new Measured(operation, false, "", ranks, bytes, 1, 1, List.of()).heats().stream().map(Heat::words).toList();
    }

    @Test
    void typesHaveBlocksAndBuffersHaveSizesUnlessSomebodyNamesThem() {
        assertEquals(List.of(List.of("types", "1.0", "8", "64", "256", "1024"), List.of("buffers", "1.0", "8", "1024", "65536", "1048576", "4194304")), words("types", 0, List.of()));
        assertEquals(List.of(List.of("types", "1.0", "64"), List.of("buffers", "1.0", "64")), words("types", 0, List.of(64L)));
    }

    @Test
    void callsAreMeasuredByTwoRanksAndByAsManyAsAreSpawned() {
        assertEquals(List.of(2, 4, 4), new Measured("calls", false, "", 0, List.of(), 1, 1, List.of()).heats().stream().map(Heat::ranks).toList());
        assertEquals(List.of(List.of("calls", "1.0"), List.of("3")), words("calls", 3, List.of()));
        assertEquals(List.of(List.of("threads", "1.0", "8")), words("threads", 0, List.of()));
        assertEquals(List.of(List.of("objects", "1.0")), words("objects", 0, List.of()));
    }

    private static List<String> figures(int ranks, List<Long> bytes, double scale) {
        return new Measured("job", false, "", ranks, bytes, scale, 1, List.of()).heats().stream().map(heat -> heat.figure() + " " + heat.bytes()).toList();
    }

    @Test
    void jobsAreRoundTripsReductionsAndGathersFromOneToAMillion() {
        assertEquals(
                List.of("trips.1.np2 8", "trips.1000.np2 8", "trips.10000.np2 8", "trips.100000.np2 8", "trips.1000000.np2 8", "trips.1000.np2 65536", "trips.10000.np2 65536",
                        "trips.100.np2 1048576", "reduce.1.np4 8", "reduce.10000.np2 8", "reduce.100.np8 8", "gather.1000.np4 8", "gather.1000.np8 8", "gather.1000.np16 8", "gather.1000.np32 8"),
                figures(0, List.of(), 1));
    }

    @Test
    void ranksAndSizesChooseAmongTheJobsAndTheScaleChangesTheirCounts() {
        assertEquals(List.of("reduce.1.np8 8", "gather.10.np8 8"), figures(8, List.of(), 0.01));
        assertEquals(List.of("trips.500.np2 65536", "trips.5000.np2 65536"), figures(0, List.of(65_536L), 0.5));
    }

    @Test
    void jobsThatASmallScaleMakesTheSameAreOne() {
        assertEquals(List.of("trips.1.np2 8", "trips.10.np2 8", "trips.100.np2 8", "trips.1000.np2 8", "reduce.10.np2 8"), figures(2, List.of(8L), 0.001));
    }

    @Test
    void aCurveSpansFiveSecondsTimesTheScaleAndAtLeastOneBin() {
        List<Heat> heats = new Measured("job", true, "", 0, List.of(), 0.2, 1, List.of()).heats();
        assertEquals(List.of(List.of("trips", "1000", "8"), List.of("trips", "1000", "65536"), List.of("trips", "1000", "1048576"), List.of("reduce", "1000", "8")), heats.stream().map(Heat::words).toList());
        assertEquals(List.of(2, 2, 2, 8), heats.stream().map(Heat::ranks).toList());
        assertEquals("50", new Measured("job", true, "", 8, List.of(), 0.001, 1, List.of()).heats().getFirst().words().get(1));
    }
}
