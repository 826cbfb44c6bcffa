package org.braid.mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicReference;
import org.braid.coll.agreement.Purpose;
import org.braid.link.Context;
import org.braid.link.dispatch.Endpoint;
import org.braid.link.dispatch.Handler;
import org.braid.link.dispatch.Payload;
import org.braid.mpi.coll.CollectiveRuns;
import org.braid.mpi.coll.Words;
import org.braid.mpi.completion.Completions;
import org.braid.mpi.p2p.Request;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A handler of the program's own may look at requests (it runs in a poller, and so must not wait): nothing that is under way comes to harm. */
class HandlerLooksTest {
    private static final int ENDPOINT = 60;

    /** Tests the request at each message that it gets. */
    private static final class Looking implements Handler {
        private final Completions completions;
        private final AtomicReference<@Nullable Request> looked = new AtomicReference<>();
        private volatile boolean called;

        Looking(Completions completions) {
            this.completions = completions;
        }

        @Override
        public void handle(Endpoint to, int a0, int a1, int a2, int a3, Payload payload) {
            Request r = looked.get();
            if (r != null) {
                completions.test(r);
            }
            called = true;
        }
    }

    @Test
    void aLookFromAHandlerLeavesStartedCollectivesAlone() {
        try (Ranks ranks = new Ranks(2, true)) {
            ranks.run(world -> {
                Completions completions = world.completions();
                Context context = Ranks.process(world).context();
                Looking handler = new Looking(completions);
                int look = context.register("test.look", handler);
                context.newEndpoint(ENDPOINT, null);
                CollectiveRuns collectives = Ranks.collectives(world);
                new Words(collectives).allgather(Purpose.DUP, new long[1]); // both are there
                long[] all = new long[2];
                Request started = new Words(collectives).startAllgather(Purpose.DUP, new long[] {world.rank() + 5}, all, world.newLco()::close);
                handler.looked.set(started);
                context.startpointTo(Ranks.idOf(1 - world.rank()), ENDPOINT).send(look, 0, 0, 0, 0, null, 0, 0);
                while (!handler.called) {
                    context.progress().enter();
                    context.progress().poll();
                    context.progress().exit();
                }
                completions.finish(started);
                assertArrayEquals(new long[] {5, 6}, all);
                assertTrue(handler.called);
            });
        }
    }
}
