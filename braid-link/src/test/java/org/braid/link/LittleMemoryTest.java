package org.braid.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.os.DirectMemory;
import org.braid.link.dispatch.Handler;
import org.braid.link.progress.Completion;
import org.braid.link.receiving.Grants;
import org.braid.link.spi.Lane;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What memory outside the heap does not suffice for costs the message, and whoever waits for it is told. */
@Timeout(30)
class LittleMemoryTest {
    private static final int MAILBOX = 5;
    private static final long CLOSE_NS = 20_000_000_000L;
    private static final long MORE_THAN_THERE_IS = 1L << 45;

    private final ContextPair pair = new ContextPair();

    @AfterEach
    void close() {
        pair.close();
    }

    @Test
    void theSenderOfAMessageLongerThanTheReceiversMemoryIsTold() {
        int[] handled = {0};
        pair.b.newEndpoint(MAILBOX, null);
        pair.b.register("test.long", (to, a0, a1, a2, a3, payload) -> handled[0]++);
        int id = pair.a.register("test.long", (to, a0, a1, a2, a3, payload) -> {});
        Completion free = new Completion();
        pair.a.startpointTo(pair.b.id(), MAILBOX).start(id, 0, 0, 0, 0, new byte[1], 0, MORE_THAN_THERE_IS, free);
        for (int i = 0; i < 8; i++) {
            turn();
        }
        assertTrue(free.isDone());
        assertEquals(ErrorCode.BULK_VIOLATED, Objects.requireNonNull(free.failure()).code());
        assertEquals(0, handled[0]);
        assertTrue(pair.b.notices().getLast().contains(MORE_THAN_THERE_IS + " bytes"), pair.b.notices()::toString);
    }

    @Test
    void aBlockingHandlerThatRunsOutOfMemoryMakesWayForTheNextCall() {
        AtomicInteger calls = new AtomicInteger();
        pair.b.newEndpoint(MAILBOX, null);
        pair.b.registerBlocking("test.blocking", (to, a0, a1, a2, a3, payload) -> {
            calls.incrementAndGet();
            throw usedUp();
        }, 1);
        int id = pair.a.register("test.blocking", (to, a0, a1, a2, a3, payload) -> {});
        Startpoint toB = pair.a.startpointTo(pair.b.id(), MAILBOX);
        toB.trySend(id, 0, 0, 0, 0, null, 0, 0);
        toB.trySend(id, 0, 0, 0, 0, null, 0, 0);
        while (pair.b.notices().stream().filter(line -> line.contains("test.blocking")).count() < 2) {
            turn();
            Thread.yield();
        }
        assertEquals(2, calls.get());
    }

    @Test
    void aMessageForWhichThereWasNoMemoryGivesItsCreditBack() {
        int id = usingUpMemory(false);
        Startpoint toB = pair.a.startpointTo(pair.b.id(), MAILBOX);
        byte[] block = new byte[4096];
        for (long sent = 0; sent < 2 * Grants.WINDOW_BYTES; sent += block.length) {
            assertEquals(Lane.TAKEN, toB.trySend(id, 0, 0, 0, 0, block, 0, block.length), sent + " bytes were sent");
            assertMemoryIsUsedUp();
            turn();
        }
    }

    @Test
    void anOfferForWhichThereWasNoMemoryIsRefused() {
        int id = usingUpMemory(true);
        Completion free = new Completion();
        pair.a.startpointTo(pair.b.id(), MAILBOX).start(id, 0, 0, 0, 0, new byte[1 << 20], 0, 1 << 20, free);
        assertMemoryIsUsedUp();
        for (int i = 0; i < 8; i++) {
            turn();
        }
        assertTrue(free.isDone());
    }

    @Test
    void aContextWhoseHandlerFindsNoMemoryClosesWellAllTheSame() {
        int id = usingUpMemory(false);
        Startpoint toB = pair.a.startpointTo(pair.b.id(), MAILBOX);
        toB.trySend(id, 0, 0, 0, 0, null, 0, 0);
        assertMemoryIsUsedUp();
        toB.trySend(id, 0, 0, 0, 0, null, 0, 0);
        assertTrue(pair.b.close(CLOSE_NS));
        assertTrue(pair.b.notices().getLast().contains("memory outside the heap"), pair.b.notices()::toString);
    }

    private int usingUpMemory(boolean offers) {
        pair.b.newEndpoint(MAILBOX, null);
        Handler greedy = (to, a0, a1, a2, a3, payload) -> {
            throw usedUp();
        };
        return pair.both().stream().mapToInt(each -> offers ? each.registerForOffers("test.greedy", greedy) : each.register("test.greedy", greedy)).max().orElseThrow();
    }

    private static BraidException usedUp() {
        return DirectMemory.usedUp(new OutOfMemoryError("Cannot reserve direct buffer memory"));
    }

    private void assertMemoryIsUsedUp() {
        BraidException told = assertThrows(BraidException.class, () -> {
            for (int i = 0; i < 8; i++) {
                turn();
            }
        });
        assertEquals(ErrorCode.DIRECT_MEMORY_FULL, told.code());
    }

    private void turn() {
        pair.both().forEach(each -> ContextPair.inside(each, each.progress()::poll));
    }
}
