package org.braid.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.boot.ticket.Ticket;
import org.junit.jupiter.api.Test;

/** Every thread of every rank may fail for want of the one that died; its death is the launcher's to tell. */
class SaidOnceTest {
    private final List<Throwable> printed = new ArrayList<>();
    private final Job job = new Job(Ticket.singleton());
    private final SaidOnce handler = new SaidOnce(job, (thread, thrown) -> printed.add(thrown));

    @Test
    void whatIsThrownForWantOfTheDeadRankIsNotPrintedAndEverythingElseIs() {
        Throwable ofDeath = new IllegalStateException(new BraidException(ErrorCode.PEER_LOST, "Rank 1 has died", "it was killed", "See its last words"));
        Throwable other = new IllegalStateException("a mistake of this rank's own");
        handler.uncaughtException(Thread.currentThread(), ofDeath);
        assertEquals(List.of(ofDeath), printed, "nobody has died");
        job.rankFailed(1, "was killed");
        handler.uncaughtException(Thread.currentThread(), ofDeath);
        handler.uncaughtException(Thread.currentThread(), other);
        assertEquals(List.of(ofDeath, other), printed);
    }
}
