package org.braid.bench.work;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.junit.jupiter.api.Test;

class BenchOptionsTest {
    private static BenchOptions options(String operation, int pairs, int ranks, long bytes, double scale, long messages) {
        return new BenchOptions(operation, "", false, pairs, ranks, List.of(bytes), scale, messages);
    }

    private static void refused(Runnable made, String named) {
        BraidException e = assertThrows(BraidException.class, made::run);
        assertEquals(ErrorCode.OPTION_VALUE, e.code());
        assertTrue(e.what().contains(named), e.what());
    }

    @Test
    void everyValueOutOfItsRangeIsRefusedByName() {
        refused(() -> options("speed", 1, 2, 8, 1, 1), "speed");
        refused(() -> options("latency", 0, 2, 8, 1, 1), "--pairs 0");
        refused(() -> options("latency", 1, -1, 8, 1, 1), "-n -1");
        refused(() -> options("latency", 1, 3, 8, 1, 1), "-n 3");
        refused(() -> options("collectives", 1, 1, 8, 1, 1), "-n 1");
        refused(() -> options("latency", 1, 2, -8, 1, 1), "--bytes -8");
        refused(() -> options("latency", 1, 2, 1L << 40, 1, 1), "--bytes");
        refused(() -> options("latency", 1, 2, 8, 0, 1), "--scale 0");
        refused(() -> options("latency", 1, 2, 8, Double.NaN, 1), "--scale NaN");
        refused(() -> options("allocation", 1, 2, 8, 1, 0), "--messages 0");
    }

    @Test
    void eachOperationHasItsOwnNumbersOfRanks() {
        assertEquals(List.of(2), options("latency", 1, 0, 8, 1, 1).rankCounts());
        assertEquals(List.of(2, 4, 8), options("collectives", 1, 0, 8, 1, 1).rankCounts());
        assertEquals(List.of(1, 4), options("startup", 1, 0, 8, 1, 1).rankCounts());
        assertEquals(List.of(3), options("collectives", 1, 3, 8, 1, 1).rankCounts());
    }
}
