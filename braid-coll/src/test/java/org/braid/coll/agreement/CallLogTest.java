package org.braid.coll.agreement;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Objects;
import org.braid.base.ErrorCode;
import org.junit.jupiter.api.Test;

/** What a member knows of its own calls, however many it has made: the last 255 at least. */
class CallLogTest {
    private static final int REMEMBERED = 255;

    @Test
    void theLastCallsAreRememberedWhileTheirRoomGrows() {
        CallLog log = new CallLog();
        for (int made = 0; made < 600; made++) {
            for (int tag = 0; tag < made + 3; tag++) {
                Disagreement same = log.compare(0, 1, tag, signature(tag));
                assertNull(same);
                Disagreement other = log.compare(0, 1, tag, signature(tag) + 1);
                if (tag < made && tag >= made - REMEMBERED) {
                    assertEquals(signature(tag), Objects.requireNonNull(other, tag + " of " + made).signature());
                } else {
                    assertNull(other, tag + " of " + made);
                }
            }
            assertEquals(made, log.record(signature(made)));
        }
    }

    private static long signature(int tag) {
        return 1000 + 7L * tag;
    }

    @Test
    void aCallThatWasCalledOffDiffersFromNone() {
        for (int made = 1; made < 300; made++) {
            CallLog log = new CallLog();
            for (int tag = 0; tag < made; tag++) {
                int ignored = log.record(signature(tag));
            }
            int last = made - 1;
            assertNull(log.compareCalledOff(0, 1, last, signature(last)));
            log.callOff(last, false);
            Disagreement told = Objects.requireNonNull(log.compareCalledOff(0, 1, last, signature(last)));
            assertTrue(told.error().why().contains("rank 0 calls it off after an error of its own"), told.error().why());
            assertNull(log.compare(0, 1, last, signature(last) + 1));
            log.callOff(made, false); // was not made yet
            assertEquals(made, log.record(signature(made)));
            assertNull(log.compareCalledOff(0, 1, made, signature(made)));
        }
    }

    /** Who waits may not have heard of it yet. */
    @Test
    void aCallThatWasCalledOffForADeathIsToldAsADeathWhoeverAsks() {
        CallLog log = new CallLog();
        log.callOff(log.record(signature(0)), true);
        assertNull(log.compare(2, 1, 0, signature(1)));
        Disagreement told = Objects.requireNonNull(log.compareCalledOff(2, 1, 0, signature(0)));
        assertTrue(told.isCalledOff());
        assertEquals(ErrorCode.MPI_PEER_FAILED, told.error().code());
        assertTrue(told.error().why().contains("rank 2 calls it off"), told.error().why());
    }

    /** A message of a call that it has not made: one that it will never make, once it has freed the communicator. */
    @Test
    void whoFreesDiffersFromAllThatAreAhead() {
        CallLog log = new CallLog();
        for (int made = 0; made < 300; made++) {
            assertEquals(made, log.next());
            assertNull(log.compare(0, 1, made, signature(made)));
            Disagreement ahead = Objects.requireNonNull(log.compareOnFreeing(0, 1, made, signature(made)));
            assertTrue(ahead.error().why().contains("rank 0 calls free and rank 1 calls "), ahead.error().why());
            assertEquals(made, log.record(signature(made)));
            assertNull(log.compareOnFreeing(0, 1, made, signature(made)));
            assertNull(log.compareOnFreeing(0, 1, CallLog.FREE_TAGS, signature(made)));
            assertFalse(log.hasCalledOff());
        }
        log.callOff(299, false);
        assertTrue(log.hasCalledOff());
    }
}
