package org.braid.cli;

import java.util.Arrays;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.Policy;
import org.braid.boot.authority.OwnCredentials;
import org.braid.link.Context;
import org.braid.link.ContextConfig;
import org.braid.link.progress.AddressSpace;
import org.braid.link.progress.Progress;

/** One message by {@code tls} from this process to itself: what ranks of different hosts load before their first one is in their cache then, though a rehearsal has one host. */
final class RehearsedTls implements AutoCloseable {
    private static final int ENDPOINT = 40;
    private static final int MOST_TURNS = 100_000_000;
    private static final long LEAVE_NS = 1_000_000;
    private static final String NAME = "rehearsed";

    private final byte[] secret = new byte[32];
    private final Context[] contexts = new Context[2];
    private boolean arrived;

    private RehearsedTls() {
        Arrays.fill(secret, (byte) 1);
        for (int number = 0; number < contexts.length; number++) {
            contexts[number] = open(new ContextId(1, 2, number));
        }
    }

    /** Sends it, and returns when it has arrived. */
    static void exchange() {
        try (RehearsedTls play = new RehearsedTls()) {
            play.send();
        }
    }

    private Context open(ContextId id) {
        ContextConfig config = ContextConfig.alone().withPolicy(Policy.parse("tls")).withSecret(secret).withCoresForAll(false).withDirectory(other -> contexts[(int) other.number()].table());
        return Context.open(config.withId(id).withSpace(new AddressSpace(AddressSpace.SHARED_CAP_BYTES)).withCredentials(OwnCredentials.forFewConnections(secret, id)));
    }

    private void send() {
        contexts[0].register(NAME, (to, a0, a1, a2, a3, payload) -> {});
        int name = contexts[1].register(NAME, (to, a0, a1, a2, a3, payload) -> arrived = true);
        contexts[1].newEndpoint(ENDPOINT, NAME);
        contexts[0].startpointTo(contexts[1].id(), ENDPOINT).trySend(name, 0, 0, 0, 0, new byte[1], 0, 1);
        for (int turn = 0; !arrived; turn++) {
            if (turn == MOST_TURNS) {
                throw new IllegalStateException("a message by tls does not arrive");
            }
            poll(contexts[turn & 1].progress());
        }
    }

    private static void poll(Progress progress) {
        progress.enter();
        try {
            progress.poll();
        } finally {
            progress.exit();
        }
    }

    /** Without taking leave for long: nobody else waits for what these two might have to say. */
    @Override
    public void close() {
        for (Context context : contexts) {
            context.close(LEAVE_NS);
        }
    }
}
