package org.braid.launch.process;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.braid.launch.supervise.Supervision;
import org.junit.jupiter.api.Test;

class CrowdTest {
    private static long moreNs(String runnable, int cores) {
        return Crowd.moreNs("20.00 18.01 5.00 " + runnable + "/367 19929\n", cores);
    }

    @Test
    void whereAUsualJobWantsTheCoresRanksHaveTheUsualGrace() {
        assertEquals(0, moreNs("1", 2));
        assertEquals(0, moreNs("17", 2));
    }

    @Test
    void whereManyTasksWantEachCoreRanksHaveLongerButNotForEver() {
        assertEquals(4 * Supervision.FAILURE_GRACE_NS, moreNs("24", 2));
        assertEquals(19 * Supervision.FAILURE_GRACE_NS, moreNs("54", 2));
        assertEquals(10_000_000_000L, moreNs("99999999999", 1));
    }

    @Test
    void aMachineThatDoesNotTellIsNotCrowded() {
        for (String load : new String[] {"", "1.0 1.0 1.0", "1.0 1.0 1.0 many/3 4", "1.0 1.0 1.0 /3 4", "1.0 1.0 1.0 99999999999999999999/3 4"}) {
            assertEquals(0, Crowd.moreNs(load, 2), load);
        }
    }
}
