package org.braid.mpi.p2p;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.HandlerId;
import org.braid.link.Context;
import org.braid.link.ContextConfig;
import org.braid.link.Startpoint;
import org.braid.link.progress.AddressSpace;
import org.braid.link.progress.Completion;
import org.braid.mpi.MpiProcess;
import org.braid.mpi.lco.Lco;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A sender that is put together by hand, for what a whole one does only when credit runs out in the right moment. */
class SynchronousOfferTest {
    private static final int OFFERED_BYTES = 300_000;
    private static final long PATIENCE_NS = 30_000_000_000L;

    private final AddressSpace space = new AddressSpace(64 << 20);
    private final List<Context> contexts = new ArrayList<>();

    SynchronousOfferTest() {
        ContextConfig config = ContextConfig.alone().withSpace(space).withDirectory(id -> contexts.get((int) id.number()).table()).withCoresForAll(false);
        for (int rank = 0; rank < 2; rank++) {
            contexts.add(Context.open(config.withId(idOf(rank))));
        }
    }

    @AfterEach
    void close() {
        contexts.forEach(Context::close);
        space.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aShortSynchronousMessageThatTheLinkLayerTurnedIntoAnOfferIsSaidToBeMatched(boolean early) {
        Context sender = contexts.get(0);
        RequestPool requests = new RequestPool();
        sender.newEndpoint(Envelope.PROCESS_ENDPOINT, new Acknowledgements(sender, requests));
        try (MpiProcess receiver = MpiProcess.open(contexts.get(1), false)) {
            Lco world = receiver.world(1, 2, SynchronousOfferTest::idOf);
            byte[] got = new byte[OFFERED_BYTES];
            Request posted = early ? null : world.irecv(got, 0, got.length, 1, 0, 5);
            Completion fetched = new Completion();
            Request send = offer(sender, requests, fetched);
            if (early) {
                pollUntil(world, () -> isThere(world));
                assertFalse(send.isDone(), "nobody has received it");
                posted = world.irecv(got, 0, got.length, 1, 0, 5);
            }
            Request receive = Objects.requireNonNull(posted);
            pollUntil(world, () -> send.isDone() && receive.isDone() && fetched.isDone());
            receive.check();
            assertEquals(OFFERED_BYTES, receive.bytes());
            world.completions().release(receive);
        }
    }

    private static Request offer(Context sender, RequestPool requests, Completion fetched) {
        Startpoint to = sender.quietStartpointTo(idOf(1), LcoName.WORLD_ENDPOINT, 0);
        sender.progress().enter();
        try {
            Request send = requests.take(Request.Kind.SYNCHRONOUS_SEND);
            send.peer = to.peer();
            byte[] copy = new byte[OFFERED_BYTES];
            to.startInside(HandlerId.of(Envelope.ENQUEUE), 0, 5, 1 | Envelope.SYNCHRONOUS, Acknowledgements.handle(send), copy, 0, copy.length, fetched);
            return send;
        } finally {
            sender.progress().exit();
        }
    }

    private static boolean isThere(Lco world) {
        Request seen = world.iprobe(0, 5);
        if (seen != null) {
            world.completions().release(seen);
        }
        return seen != null;
    }

    private void pollUntil(Lco world, BooleanSupplier over) {
        long endNs = System.nanoTime() + PATIENCE_NS;
        while (!over.getAsBoolean()) {
            assertTrue(System.nanoTime() < endNs, "in time");
            world.completions().poll();
            contexts.get(0).progress().enter();
            try {
                contexts.get(0).progress().poll();
            } finally {
                contexts.get(0).progress().exit();
            }
        }
    }

    private static ContextId idOf(int rank) {
        return new ContextId(7, 7, rank);
    }
}
