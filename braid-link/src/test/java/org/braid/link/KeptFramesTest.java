package org.braid.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.FrameKind;
import org.braid.link.bulk.Offer;
import org.braid.link.progress.Completion;
import org.braid.link.spi.Lane;
import org.braid.link.stream.Peer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of frames, credit and offers when the lane has no room, the peer gives no credit, or somebody has gone. */
class KeptFramesTest {
    private static final int MAILBOX = 5;
    private static final BraidException VERDICT = new BraidException(ErrorCode.PEER_LOST, "Context 1 has died", "killed by signal 9", "See its output");

    private final ContextPair pair = new ContextPair();
    private final int[] held = new int[2];
    private final int[] seen = new int[2];
    private final @Nullable Peer[] sources = new Peer[2];
    private final List<Offer> offers = new ArrayList<>();
    private final Context a = pair.a;
    private final Context b = pair.b;
    private int hold;
    private int take;

    @BeforeEach
    void open() {
        for (int i = 0; i < 2; i++) {
            int me = i;
            pair.both().get(i).newEndpoint(MAILBOX, null);
            hold = pair.both().get(i).register("test.hold", (to, a0, a1, a2, a3, payload) -> {
                held[me] += payload.hold();
                seen[me]++;
                sources[me] = payload.source();
            });
            take = pair.both().get(i).registerForOffers("test.take", (to, a0, a1, a2, a3, payload) -> offers.add(payload.takeOffer()));
        }
    }

    @AfterEach
    void close() {
        pair.close();
    }

    @Test
    void aGrantNeverWaitsBehindPayloadThatWaitsForCredit() {
        Startpoint toB = a.startpointTo(b.id(), MAILBOX);
        Startpoint toA = b.startpointTo(a.id(), MAILBOX);
        exhaust(toB);
        exhaust(toA);
        Peer peer = Objects.requireNonNull(sources[0]);
        ContextPair.inside(a, () -> peer.stream().keep(FrameKind.RSR, MAILBOX, 0, hold, 0, 0, 0, 0, null, 0, 0));
        ContextPair.inside(a, () -> peer.defaultCreditor().consumed(held[0]));
        turns();
        assertEquals(Lane.TAKEN, toA.trySend(hold, 0, 0, 0, 0, new byte[4096], 0, 4096));
    }

    @Test
    void whatCouldNotBeSentToAFailedPeerIsTold() {
        exhaust(a.startpointTo(b.id(), MAILBOX));
        exhaust(b.startpointTo(a.id(), MAILBOX));
        Peer peer = Objects.requireNonNull(sources[0]);
        ContextPair.inside(a, () -> peer.stream().keep(FrameKind.RSR, MAILBOX, 0, hold, 0, 0, 0, 0, null, 0, 0));
        a.peerFailed(b.id(), VERDICT);
        turns();
        assertTrue(a.notices().getLast().startsWith("1 messages to " + b.id() + " that waited to be sent"), a.notices()::toString);
    }

    @Test
    void aFetchedPayloadTookNoCreditAndGivesNoneBack() {
        Completion free = new Completion();
        a.startpointTo(b.id(), MAILBOX).start(hold, 0, 0, 0, 0, new byte[3 << 20], 0, 3 << 20, free);
        while (!free.isDone()) {
            turns();
        }
        assertEquals(1, seen[1]);
        assertEquals(0, held[1]);
    }

    @Test
    void anOfferTookNoCreditAndHoldingItGivesNoneBack() {
        int[] charge = {-1};
        int handler = b.registerForOffers("test.offered", (to, a0, a1, a2, a3, payload) -> {
            offers.add(payload.takeOffer());
            charge[0] = payload.hold();
        });
        a.register("test.offered", (to, a0, a1, a2, a3, payload) -> {});
        a.startpointTo(b.id(), MAILBOX).start(handler, 0, 0, 0, 0, new byte[1 << 20], 0, 1 << 20, new Completion());
        turns();
        assertEquals(0, charge[0]);
    }

    @Test
    void aFarewellAfterAnotherNumberOfFramesThanCameCostsThePeerItsLane() {
        Startpoint toA = b.startpointTo(a.id(), MAILBOX);
        toA.trySend(hold, 0, 0, 0, 0, null, 0, 0);
        turns();
        Peer peer = Objects.requireNonNull(sources[0]);
        assertEquals(Lane.TAKEN, toA.lane().offer(FrameKind.BYE, 0, 0, 0, 77, 0, 0, 0, null, 0, 0));
        turns();
        assertEquals(ErrorCode.STREAM_VIOLATED, Objects.requireNonNull(peer.failure()).code());
        toA.trySend(hold, 0, 0, 0, 0, null, 0, 0);
        turns();
        assertEquals(1, seen[0]);
    }

    @Test
    void aGrantOfMoreThanTheWindowIsNotBelieved() {
        Startpoint toA = b.startpointTo(a.id(), MAILBOX);
        Startpoint toB = a.startpointTo(b.id(), MAILBOX);
        assertEquals(Lane.TAKEN, toA.lane().offer(FrameKind.CREDIT, 0, 0, 0, 0, 1, 0, 0, null, 0, 0)); // 2^32 bytes
        turns();
        assertTrue(a.notices().getLast().contains("makes no sense"), a.notices()::toString);
        exhaust(toB);
        assertEquals(Lane.NO_CREDIT, toB.trySend(hold, 0, 0, 0, 0, new byte[4096], 0, 4096));
    }

    @Test
    void aVerdictBeforeFirstContactIsRemembered() {
        a.peerFailed(b.id(), VERDICT);
        Startpoint toB = a.startpointTo(b.id(), MAILBOX);
        assertEquals(Lane.CLOSED, toB.trySend(hold, 0, 0, 0, 0, null, 0, 0));
        assertSame(VERDICT, assertThrows(BraidException.class, () -> toB.send(hold, 0, 0, 0, 0, null, 0, 0)));
        turns();
        assertEquals(0, seen[1]);
    }

    @Test
    void whoPullsAnOfferThatHasEndedIsTold() {
        b.startpointTo(a.id(), MAILBOX).trySend(hold, 0, 0, 0, 0, null, 0, 0);
        turns();
        Completion free = new Completion();
        a.startpointTo(b.id(), MAILBOX).start(take, 0, 0, 0, 0, new byte[1 << 20], 0, 1 << 20, free);
        turns();
        ContextPair.inside(a, () -> a.bulk().peerEnded(Objects.requireNonNull(sources[0]), VERDICT));
        Completion pulled = new Completion();
        ContextPair.inside(b, () -> offers.getFirst().pull(new byte[1 << 20], 0, 1 << 20, pulled));
        turns();
        assertTrue(pulled.isDone());
        assertNotNull(pulled.failure());
    }

    @Test
    void closingSendsWhatStillWaitedForRoom() throws InterruptedException {
        b.startpointTo(a.id(), MAILBOX).trySend(hold, 0, 0, 0, 0, null, 0, 0);
        turns();
        Peer peer = Objects.requireNonNull(sources[0]);
        int frames = 20_000;
        ContextPair.inside(a, () -> {
            for (int i = 0; i < frames; i++) {
                peer.stream().keep(FrameKind.RSR, MAILBOX, 0, hold, i, 0, 0, 0, null, 0, 0); // i: none is a short repeat of the one before
            }
        });
        assertTrue(!peer.stream().outboxEmpty());
        AtomicBoolean flushed = new AtomicBoolean();
        Thread closer = Thread.ofPlatform().start(() -> flushed.set(a.close(10_000_000_000L)));
        while (closer.isAlive()) {
            turn(b);
        }
        while (turn(b) > 0) {}
        assertTrue(flushed.get());
        assertEquals(frames, seen[1]);
    }

    /** Sends until the peer, which holds everything, gives no more credit. */
    private void exhaust(Startpoint to) {
        int answer = Lane.TAKEN;
        while (answer != Lane.NO_CREDIT) {
            answer = to.trySend(hold, 0, 0, 0, 0, new byte[4032], 0, 4032);
            if (answer == Lane.FULL) {
                turns();
            }
        }
        while (to.trySend(hold, 0, 0, 0, 0, null, 0, 0) != Lane.NO_CREDIT) {
            turns();
        }
        turns();
    }

    private void turns() {
        for (int i = 0; i < 20; i++) {
            turn(a);
            turn(b);
        }
    }

    private static int turn(Context context) {
        context.progress().enter();
        int done = context.progress().poll();
        context.progress().exit();
        return done;
    }
}
