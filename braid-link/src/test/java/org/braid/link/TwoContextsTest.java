package org.braid.link;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.List;
import org.braid.link.progress.Completion;
import org.braid.link.spi.Lane;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Remote service requests between two contexts of one process, stepped by the test: no thread, no waiting. */
class TwoContextsTest {
    private static final int MAILBOX = 5;

    private final ContextPair pair = new ContextPair();
    private final Context a = pair.a;
    private final Context b = pair.b;
    private final List<String> seen = new ArrayList<>();

    @AfterEach
    void close() {
        a.close();
        b.close();
        pair.space.close();
    }

    @Test
    void aRequestRunsItsHandlerAtTheEndpointItNames() {
        b.newEndpoint(MAILBOX, "the mailbox");
        int hello = a.register("test.hello", (to, a0, a1, a2, a3, payload) -> {});
        b.register("test.hello", (to, a0, a1, a2, a3, payload) -> {
            byte[] text = new byte[(int) payload.length()];
            payload.copyTo(text, 0, text.length);
            seen.add(to.userData() + " " + a0 + a1 + a2 + a3 + " " + new String(text, UTF_8));
        });
        Startpoint toB = a.startpointTo(b.id(), MAILBOX);
        assertEquals(Lane.TAKEN, toB.trySend(hello, 1, 2, 3, 4, "hi".getBytes(UTF_8), 0, 2));
        drain();
        assertEquals(List.of("the mailbox 1234 hi"), seen);
    }

    @Test
    void requestsArriveInTheOrderInWhichTheyWereSent() {
        b.newEndpoint(MAILBOX, null);
        int count = a.register("test.count", (to, a0, a1, a2, a3, payload) -> {});
        b.register("test.count", (to, a0, a1, a2, a3, payload) -> seen.add(a0 + ":" + payload.length()));
        Startpoint toB = a.startpointTo(b.id(), MAILBOX);
        List<String> sent = new ArrayList<>();
        byte[] data = new byte[4096];
        for (int i = 0; i < 5000; i++) {
            while (toB.trySend(count, i, 0, 0, 0, data, 0, i % 3001) == Lane.FULL) {
                drain();
            }
            sent.add(i + ":" + i % 3001);
        }
        drain();
        assertEquals(sent, seen);
    }

    @Test
    void longDataIsOfferedAndArrivesWhole() {
        b.newEndpoint(MAILBOX, null);
        byte[] data = new byte[3 << 20];
        new java.util.Random(7).nextBytes(data);
        byte[] got = new byte[data.length];
        int large = a.register("test.large", (to, a0, a1, a2, a3, payload) -> {});
        b.register("test.large", (to, a0, a1, a2, a3, payload) -> payload.copyTo(got, 0, (int) payload.length()));
        Startpoint toB = a.startpointTo(b.id(), MAILBOX);
        Completion free = new Completion();
        assertFalse(toB.start(large, 0, 0, 0, 0, data, 0, data.length, free));
        while (!free.isDone()) {
            drain();
        }
        assertNull(free.failure());
        assertArrayEquals(data, got);
    }

    @Test
    void aRequestToAnUnknownEndpointIsReportedToItsSender() {
        int hello = a.register("test.hello", (to, a0, a1, a2, a3, payload) -> {});
        b.register("test.hello", (to, a0, a1, a2, a3, payload) -> seen.add("wrong"));
        a.startpointTo(b.id(), 7).trySend(hello, 0, 0, 0, 0, null, 0, 0);
        drain();
        assertEquals(List.of(), seen);
        assertEquals(List.of("Context 1 of job 1:2 refused a message: it knows no endpoint 7"), a.notices());
    }

    private void drain() {
        int quiet = 0;
        while (quiet < 3) {
            quiet = turn(a) + turn(b) == 0 ? quiet + 1 : 0;
        }
    }

    private static int turn(Context context) {
        context.progress().enter();
        int done = context.progress().poll();
        context.progress().exit();
        return done;
    }
}
