package org.braid.transports.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.DescriptorTable;
import org.braid.base.wire.Policy;
import org.braid.base.wire.PutBuffer;
import org.braid.link.Context;
import org.braid.link.ContextConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Guests that come and go in one process: what the kernel gives them by turns, such as descriptor numbers, must not confuse them. */
class GuestsTest {
    private static final int DOOR = 40;
    private static final List<String> BY_TURNS = List.of("tcp", "shm", "shm", "auto", "tcp", "tcp", "auto", "shm");
    private static final byte[] SECRET = new byte[32];
    private static final long SOON_NS = 10_000_000_000L;

    private final Context host = Context.open(ContextConfig.alone().withId(new ContextId(1, 2, 0)).withServes(true).withSecret(SECRET));

    @AfterEach
    void close() {
        host.close(0);
    }

    @Test
    void everyGuestIsAnsweredWhateverMethodTheOneBeforeCameBy() {
        int answer = host.register("guest.answer", (to, a0, a1, a2, a3, payload) -> {});
        host.register("guest.ask", (to, a0, a1, a2, a3, payload) -> host.startpointFrom(payload.reader()).send(answer, a0, 0, 0, 0, null, 0, 0));
        host.newEndpoint(DOOR, null);
        for (int visit = 0; visit < 30; visit++) {
            assertEquals(List.of(visit), ask(visit, BY_TURNS.get(visit % BY_TURNS.size())));
        }
    }

    private List<Integer> ask(int visit, String method) {
        DescriptorTable way = host.table();
        List<Integer> answers = new ArrayList<>();
        ContextConfig config = ContextConfig.alone().withId(ContextId.notARank(1, 2, visit)).withDirectory(id -> way).withSecret(SECRET).withPolicy(Policy.parse(method));
        try (Context guest = Context.open(config)) {
            int ask = guest.register("guest.ask", (to, a0, a1, a2, a3, payload) -> {});
            guest.register("guest.answer", (to, a0, a1, a2, a3, payload) -> answers.add(a0));
            PutBuffer body = new PutBuffer();
            guest.startpointTo(guest.newEndpoint(null)).put(body);
            guest.startpointTo(host.id(), DOOR).send(ask, visit, 0, 0, 0, body);
            assertTrue(guest.progress().awaitThat(() -> !answers.isEmpty(), SOON_NS), () -> "visit " + visit + " by " + method + ": " + guest.notices() + host.notices());
        }
        return answers;
    }
}
