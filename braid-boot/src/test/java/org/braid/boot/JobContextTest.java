package org.braid.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.DescriptorTable;
import org.braid.boot.ticket.Ticket;
import org.braid.link.Context;
import org.braid.link.progress.Completion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;

/** Programs that use links without MPI open their context from the job. */
@Timeout(60)
class JobContextTest {
    @Test
    void aJobOfOneReachesItselfByItsRank() {
        Job job = new Job(Ticket.singleton());
        try (Context context = Context.open(job.contextConfig())) {
            Completion arrived = new Completion();
            int handler = context.register("test.arrived", (to, a0, a1, a2, a3, payload) -> arrived.complete());
            context.newEndpoint(40, null);
            job.enter(context);
            context.startpointTo(job.contextId(0), 40).send(handler, 0, 0, 0, 0, null, 0, 0);
            assertTrue(context.progress().await(arrived, 30_000_000_000L));
            assertEquals(job.contextId(), context.id());
        }
        job.finished();
    }

    /** The first context stays the one that others find, and the job goes on. */
    @Test
    void whoEntersTwiceIsToldSoAtOnceAndNothingHasChanged() {
        Job job = new Job(Ticket.singleton());
        try (Context first = Context.open(job.contextConfig());
                Context second = Context.open(job.contextConfig().withId(ContextId.notARank(1, 2, 3)))) {
            job.enter(first);
            DescriptorTable known = job.directory().tableOf(job.contextId());
            List.<Executable>of(() -> job.enter(first), () -> job.enter(second), () -> job.register(second), () -> job.register(DescriptorTable.of(List.of()))).forEach(again -> {
                BraidException refused = assertThrows(BraidException.class, again);
                assertEquals(ErrorCode.RANK_DUPLICATE, refused.code());
                assertEquals("rank 0 of 1 enters its job again", refused.what());
            });
            assertSame(known, job.directory().tableOf(job.contextId()));
            second.onFailure((peer, cause) -> fail("the second context has entered"));
            job.rankFailed(0, "was killed");
        }
        job.finished();
    }

    @Test
    void aRankThatDiesFailsWhoeverSendsToIt() {
        Job job = new Job(Ticket.singleton());
        try (Context context = Context.open(job.contextConfig())) {
            Completion told = new Completion();
            context.onFailure((peer, cause) -> told.complete());
            job.enter(context);
            context.newEndpoint(40, null);
            context.startpointTo(job.contextId(0), 40).lane();
            job.rankFailed(0, "was killed");
            assertTrue(context.progress().await(told, 30_000_000_000L));
        }
    }

    /** The holder may wait for an answer that comes behind the news. */
    @Test
    void whoReadsTheNewsOfADeathDoesNotWaitForTheContextsToken() throws InterruptedException {
        Job job = new Job(Ticket.singleton());
        try (Context context = Context.open(job.contextConfig())) {
            job.enter(context);
            Thread reader = new Thread(() -> job.rankFailed(0, "was killed"));
            context.progress().enter();
            try {
                reader.start();
                reader.join();
            } finally {
                context.progress().exit();
            }
        }
    }
}
