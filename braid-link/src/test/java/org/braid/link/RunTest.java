package org.braid.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.braid.link.dispatch.Endpoint;
import org.braid.link.dispatch.Handler;
import org.braid.link.dispatch.Payload;
import org.braid.link.receiving.Grants;
import org.braid.link.spi.Lane;
import org.braid.link.stream.Peer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests that lie behind each other and differ in one argument: a handler may take them in one call, and nothing else changes. */
class RunTest {
    private static final int MAILBOX = 5;
    private static final int MANY = 300;

    private final ContextPair pair = new ContextPair();
    private final List<Long> seen = new ArrayList<>();
    private final Context a = pair.a;
    private final Context b = pair.b;
    private Startpoint toB;
    private int taker;
    private int calls;
    private int held;
    private int most = Integer.MAX_VALUE;
    private boolean holds;
    private @Nullable Peer source;

    @BeforeEach
    void open() {
        a.newEndpoint(MAILBOX, null);
        b.newEndpoint(MAILBOX, null);
        a.register("test.run", new Taker());
        taker = b.register("test.run", new Taker());
        toB = a.startpointTo(b.id(), MAILBOX);
    }

    @AfterEach
    void close() {
        pair.close();
    }

    /** Takes at most so many of a run, checks each payload, and holds every other one if told so. */
    private final class Taker implements Handler {
        @Override
        public void handle(Endpoint to, int a0, int a1, int a2, int a3, Payload payload) {
            calls++;
            take(a0, a1, payload);
            assertFalse(payload.next(), "who is called for one has nothing to go on to");
        }

        @Override
        public void handleRun(Endpoint to, int a0, int a1, int a2, int a3, Payload payload) {
            calls++;
            take(a0, a1, payload);
            for (int i = 1; i < most && payload.next(); i++) {
                take(a0, payload.a1(), payload);
            }
        }

        private void take(int a0, int a1, Payload payload) {
            assertEquals((long) a0 << 32 | a1, payload.reader().getLong());
            seen.add((long) a0 << 32 | a1);
            source = payload.source();
            if (holds && seen.size() % 2 == 0) {
                held += payload.hold();
            }
        }
    }

    @Test
    void everyRequestOfARunIsSeenOnceInOrderInFewCalls() {
        List<Long> sent = send(MANY, 0);
        poll();
        assertEquals(sent, seen);
        assertTrue(calls < MANY / 10, calls + " calls");
    }

    @Test
    void whatAHandlerLeavesComesInFurtherCalls() {
        most = 3;
        List<Long> sent = send(MANY, 0);
        poll();
        assertEquals(sent, seen);
        assertTrue(calls >= MANY / 3, calls + " calls");
    }

    @Test
    void anotherArgumentEndsARun() {
        List<Long> sent = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            sent.addAll(send(1 + i % 5, i));
        }
        poll();
        assertEquals(sent, seen);
    }

    /** The credit of a run goes back as that of single requests: twenty times the sender's window can be sent, and only what is held is missing. */
    @Test
    void creditOfARunGoesBackButForWhatIsHeld() {
        holds = true;
        long requests = 20 * Grants.WINDOW_BYTES / 64;
        for (long sent = 0; sent < requests; sent += MANY) {
            send(MANY, 0);
            poll();
            Peer peerOfA = Objects.requireNonNull(source);
            ContextPair.inside(b, () -> peerOfA.defaultCreditor().consumed(held));
            held = 0;
            seen.clear();
        }
        assertEquals(Lane.TAKEN, toB.trySend(taker, 0, 0, 0, 0, new long[] {0}, 0, Long.BYTES));
    }

    private List<Long> send(int count, int a0) {
        List<Long> sent = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long value = (long) a0 << 32 | i;
            assertEquals(Lane.TAKEN, toB.trySend(taker, a0, i, 0, 0, new long[] {value}, 0, Long.BYTES));
            sent.add(value);
        }
        return sent;
    }

    private void poll() {
        for (int turn = 0; turn < 50; turn++) {
            ContextPair.inside(b, b.progress()::poll);
            ContextPair.inside(a, a.progress()::poll);
        }
    }
}
