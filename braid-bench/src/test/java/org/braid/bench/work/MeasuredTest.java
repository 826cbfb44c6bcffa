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
        return new Measured(operation, "", ranks, List.of(bytes), scale, messages);
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
        refused(() -> new Contest(0, false, null, 1), "--pairs 0");
        refused(() -> new Contest(1, false, null, 0), "--bound 0");
        refused(() -> new Contest(1, false, null, Double.NaN), "--bound NaN");
    }

    @Test
    void eachOperationHasItsOwnNumbersOfRanks() {
        assertEquals(List.of(2), ranks("latency", 0));
        assertEquals(List.of(2, 4, 8), ranks("collectives", 0));
        assertEquals(List.of(1, 4), ranks("startup", 0));
        assertEquals(List.of(3), ranks("collectives", 3));
    }

    @Test
    void aProgramIsToldOperationScaleAndSizes() {
        Heat heat = new Measured("rate", "tcp", 0, List.of(8L, 16L), 0.5, 1).heats().getFirst();
        assertEquals(List.of("rate", "0.5", "8", "16"), heat.words());
        assertEquals(List.of("bandwidth", "1.0", "1024", "65536", "1048576", "4194304"), new Measured("bandwidth", "", 0, List.of(), 1, 1).heats().getFirst().words());
    }
}
