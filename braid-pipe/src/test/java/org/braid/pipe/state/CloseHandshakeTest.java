package org.braid.pipe.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import org.braid.pipe.log.LogBudget;
import org.braid.pipe.log.ReplayLog;
import org.braid.pipe.log.Run;
import org.junit.jupiter.api.Test;

class CloseHandshakeTest {
    private final ReplayLog log = new ReplayLog(new LogBudget(4096), 256, 256);
    private final CloseHandshake close = new CloseHandshake();

    @Test
    void closeWaitsUntilEverythingIsAccepted() {
        send(2);
        close.close(0, 100);
        assertTrue(close.refusesSends());
        assertEquals(CloseHandshake.FLUSHING, close.advance(log, 50));
        assertTrue(log.accepted(2));
        assertEquals(CloseHandshake.FAREWELL, close.advance(log, 60));
        close.farewellDone(log);
        assertEquals(CloseHandshake.ENDED, close.phase());
        assertEquals(0, close.abandonedFrames());
    }

    @Test
    void theDeadlineCountsWhatWasAbandoned() {
        send(3);
        assertTrue(log.accepted(1));
        close.close(0, 100);
        close.close(50, 1000);
        assertEquals(CloseHandshake.FLUSHING, close.advance(log, 99));
        assertEquals(CloseHandshake.ENDED, close.advance(log, 100));
        assertEquals(2, close.abandonedFrames());
    }

    @Test
    void aFailureEndsTheWaitAtOnce() {
        send(1);
        close.close(0, 100);
        close.failed(log);
        assertEquals(CloseHandshake.ENDED, close.phase());
        assertEquals(1, close.abandonedFrames());
    }

    private void send(int frames) {
        for (int i = 0; i < frames; i++) log.append(MemorySegment.ofArray(new byte[8]), 0, 8);
        Run[] run = {new Run()};
        while (log.gather(run, 100) > 0) log.written(run[0].bytes());
    }
}
