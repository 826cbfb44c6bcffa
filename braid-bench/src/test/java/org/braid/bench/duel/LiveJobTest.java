package org.braid.bench.duel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LiveJobTest {
    @Test
    void aJobThatEndsBeforeItsRanksHaveCalledIsNamedWithWhatItSaidAndLeavesNothing() {
        List<Path> places = new ArrayList<>();
        BraidException failed = assertThrows(BraidException.class, () -> LiveJob.start("latency", 2, place -> {
            places.add(place);
            return List.of("/bin/sh", "-c", "echo no such class; exit 3");
        }));
        assertEquals(ErrorCode.BENCH_FAILED, failed.code());
        assertEquals("it ended with 3: no such class", failed.why());
        assertFalse(Files.exists(places.getFirst()));
    }

    @Test
    void aJobThatEndsWellWithoutACallHasFailed() {
        BraidException failed = assertThrows(BraidException.class, () -> LiveJob.start("latency", 2, _ -> List.of("/bin/sh", "-c", "true")));
        assertEquals(ErrorCode.BENCH_FAILED, failed.code());
    }
}
