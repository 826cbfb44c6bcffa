package org.braid.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.List;
import java.util.function.Consumer;
import org.braid.base.ErrorCode;
import org.braid.link.dispatch.Endpoint;
import org.braid.link.progress.Completion;
import org.braid.link.region.Region;
import org.braid.link.region.Right;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A handler in the poller that calls what waits is told so, instead of waiting for itself for ever. */
@Timeout(30)
class HandlersNeverWaitTest {
    private static final int MAILBOX = 5;

    private final ContextPair pair = new ContextPair();

    @AfterEach
    void close() {
        pair.close();
    }

    @Test
    void whateverWaitsIsRefusedInAHandlerAndTheContextGoesOn() {
        List<Consumer<Startpoint>> waits = List.of(
                back -> pair.b.progress().await(new Completion()),
                back -> pair.b.progress().await(new Completion(), 1_000),
                back -> pair.b.progress().awaitInside(new Completion()),
                back -> pair.b.progress().awaitThat(() -> false, 1_000),
                back -> back.flush(1_000),
                back -> back.awaitHandled(1_000),
                back -> pair.b.progress().enter(),
                back -> pair.b.hasMet(),
                back -> pair.b.close(1_000));
        pair.b.newEndpoint(MAILBOX, null);
        pair.a.newEndpoint(MAILBOX, null);
        Startpoint back = pair.b.startpointTo(pair.a.id(), MAILBOX);
        pair.b.register("test.waits", (to, a0, a1, a2, a3, payload) -> waits.get(a0).accept(back));
        int id = pair.a.register("test.waits", (to, a0, a1, a2, a3, payload) -> {});
        Startpoint there = pair.a.startpointTo(pair.b.id(), MAILBOX);
        for (int i = 0; i < waits.size(); i++) {
            there.trySend(id, i, 0, 0, 0, null, 0, 0);
            ContextPair.inside(pair.b, pair.b.progress()::poll);
            ContextPair.inside(pair.b, pair.b.progress()::poll);
            assertEquals(i + 1, pair.b.notices().size(), "way " + i);
            String notice = pair.b.notices().getLast();
            assertTrue(notice.contains(ErrorCode.HANDLER_MUST_NOT_WAIT.id()), notice);
        }
    }

    @Test
    void aCloseThatIsRefusedHasChangedNothing() {
        Endpoint mailbox = pair.b.newEndpoint(MAILBOX, null);
        Region before = pair.b.publish(new long[1], 0, 8, EnumSet.allOf(Right.class), Long.MAX_VALUE, mailbox);
        pair.b.register("test.closes", (to, a0, a1, a2, a3, payload) -> pair.b.close(1_000));
        int id = pair.a.register("test.closes", (to, a0, a1, a2, a3, payload) -> {});
        pair.a.startpointTo(pair.b.id(), MAILBOX).trySend(id, 0, 0, 0, 0, null, 0, 0);
        ContextPair.inside(pair.b, pair.b.progress()::poll);
        ContextPair.inside(pair.b, pair.b.progress()::poll);
        assertTrue(pair.b.notices().getLast().contains(ErrorCode.HANDLER_MUST_NOT_WAIT.id()), () -> pair.b.notices().toString());
        ContextPair.inside(pair.b, () -> assertFalse(pair.b.progress().isClosing()));
        assertTrue(before.withdraw(0));
        pair.b.publish(new long[1], 0, 8, EnumSet.allOf(Right.class), Long.MAX_VALUE, mailbox).close();
    }

    @Test
    void aHandlerMayAskForMethods() {
        pair.b.newEndpoint(MAILBOX, null);
        Startpoint back = pair.b.startpointTo(pair.a.id(), MAILBOX);
        Completion asked = new Completion();
        pair.b.register("test.asks", (to, a0, a1, a2, a3, payload) -> {
            assertEquals("local", back.methods().getFirst().method());
            asked.complete();
        });
        int id = pair.a.register("test.asks", (to, a0, a1, a2, a3, payload) -> {});
        pair.a.startpointTo(pair.b.id(), MAILBOX).trySend(id, 0, 0, 0, 0, null, 0, 0);
        ContextPair.inside(pair.b, pair.b.progress()::poll);
        ContextPair.inside(pair.b, pair.b.progress()::poll);
        assertTrue(asked.isDone(), () -> pair.b.notices().toString());
    }
}
