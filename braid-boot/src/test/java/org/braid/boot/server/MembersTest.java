package org.braid.boot.server;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** A rank joins once, and only a rank of the job. */
class MembersTest extends RankServerTalk {
    @Test
    void ranksOutsideTheJobAreRefused() {
        assertRefused(connect(hello(77), join(22, SIZE, SIZE, JOB.secret())), "BRD-1407");
        assertRefused(connect(hello(77), join(22, -1, SIZE, JOB.secret())), "BRD-1407");
    }

    @Test
    void theSecondOfTwoEqualRanksIsRefusedAndTheFirstStays() {
        Session first = member(1);
        assertRefused(connect(hello(77), join(22, 1, SIZE, JOB.secret())), "BRD-1405");
        assertFalse(first.isClosing());
        assertTrue(heard.all().endsWith("rank 1 has joined before; the first one stays"), heard::all);
    }

    @Test
    void aRankWhoseProcessHasEndedCannotJoinAgain() {
        Session first = member(1);
        core.closed(first);
        core.gone(1);
        assertRefused(connect(hello(77), join(22, 1, SIZE, JOB.secret())), "BRD-1405");
    }
}
