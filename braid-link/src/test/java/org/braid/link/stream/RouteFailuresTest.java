package org.braid.link.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.junit.jupiter.api.Test;

class RouteFailuresTest {
    private static final BraidException CUT = new BraidException(ErrorCode.LANE_CUT, "a", "b", "c");
    private static final BraidException VIOLATED = new BraidException(ErrorCode.STREAM_VIOLATED, "a", "b", "c");

    private final RouteFailures failures = new RouteFailures();

    @Test
    void eachFailureCountsWhileTheWayIsOfLessUseThanItWasOutOfUse() {
        failures.failed("shm", CUT, 0, 100);
        assertEquals(1, failures.count("shm"));
        failures.failed("shm", CUT, 200, 299); // 100 out of use, 99 in use
        assertEquals(2, failures.count("shm"));
        assertEquals(299, failures.lastNs("shm"));
        failures.failed("shm", CUT, 400, 502); // 101 out of use, 102 in use
        assertEquals(1, failures.count("shm"), "it has shown what it is good for");
        assertEquals(0, failures.count("tcp"));
    }

    @Test
    void onlyWhatIsCutAgainAndAgainWithNothingThroughIsHopeless() {
        for (int i = 0; i < 100; i++) {
            failures.failed("lz4+shm", CUT, 0, 0);
            failures.gotThrough("lz4+shm");
            assertFalse(failures.isHopeless("lz4+shm"));
        }
        for (int i = 0; i < RouteFailures.MOST; i++) {
            assertFalse(failures.isHopeless("lz4+shm"));
            failures.failed("lz4+shm", CUT, 0, 0);
            failures.gotThrough("tcp");
        }
        assertTrue(failures.isHopeless("lz4+shm"));
        failures.gotThrough("lz4+shm");
        assertTrue(failures.isHopeless("lz4+shm"), "late news");
        failures.forget();
        assertTrue(failures.none() && !failures.isHopeless("lz4+shm"));
    }

    @Test
    void whatBrokeTheProtocolIsNotTriedAgain() {
        failures.failed("tcp", VIOLATED, 0, 5);
        assertTrue(failures.isHopeless("tcp"));
        assertEquals(1, failures.count("tcp"));
    }
}
