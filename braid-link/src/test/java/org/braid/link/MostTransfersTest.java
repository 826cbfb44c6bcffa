package org.braid.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.braid.base.ErrorCode;
import org.braid.link.bulk.Bulk;
import org.braid.link.bulk.Offer;
import org.braid.link.progress.Completion;
import org.braid.link.spi.Lane;
import org.braid.link.spi.Reach;
import org.braid.link.stream.Carried;
import org.braid.link.stream.Peer;
import org.braid.link.stream.Wish;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A context has so many long messages under way and no more: a sender waits for one of them to end, a handler is told so, and a receiver that cannot take one tells its sender. */
@Timeout(60)
class MostTransfersTest {
    private static final int MAILBOX = 5;
    private static final byte[] LONG = new byte[100_000];

    private final ContextPair pair = new ContextPair();
    private final Context a = pair.a;
    private final Context b = pair.b;
    private final ArrayDeque<Offer> offers = new ArrayDeque<>(); // guarded by b's token
    private int take;
    private int answer;

    @BeforeEach
    void open() {
        for (Context each : pair.both()) {
            each.newEndpoint(MAILBOX, null);
            take = each.registerForOffers("most.take", (to, a0, a1, a2, a3, payload) -> offers.add(payload.takeOffer()));
            Startpoint back = each.startpointTo(b.id(), MAILBOX);
            answer = each.register("most.answer", (to, a0, a1, a2, a3, payload) -> back.send(take, 0, 0, 0, 0, LONG, 0, LONG.length));
        }
    }

    @AfterEach
    void close() {
        pair.close();
    }

    @Test
    void beyondThemASenderWaitsUntilOneEnds() throws InterruptedException {
        Startpoint toB = a.startpointTo(b.id(), MAILBOX);
        AtomicBoolean letGo = new AtomicBoolean();
        AtomicBoolean started = new AtomicBoolean();
        Thread receiver = Thread.ofPlatform().start(() -> {
            while (!started.get()) {
                ContextPair.inside(b, () -> {
                    b.progress().poll();
                    if (letGo.get() && offers.size() == Bulk.MOST_TRANSFERS) {
                        offers.remove().refuse();
                    }
                });
            }
        });
        try {
            fill(toB);
            letGo.set(true);
            assertFalse(toB.start(take, 0, 0, 0, 0, LONG, 0, LONG.length, new Completion()));
        } finally {
            started.set(true);
            receiver.join();
        }
        assertEquals(Bulk.MOST_TRANSFERS, a.bulk().outgoing().live());
    }

    @Test
    void aHandlerIsToldSo() throws InterruptedException {
        Startpoint toB = a.startpointTo(b.id(), MAILBOX);
        AtomicBoolean full = new AtomicBoolean();
        Thread receiver = Thread.ofPlatform().start(() -> {
            while (!full.get()) {
                turn(b);
            }
        });
        fill(toB);
        full.set(true);
        receiver.join();
        assertEquals(Lane.TAKEN, b.startpointTo(a.id(), MAILBOX).trySend(answer, 0, 0, 0, 0, null, 0, 0));
        turn(a);
        turn(a);
        assertTrue(a.notices().getLast().contains(ErrorCode.BULK_VIOLATED.id()), a.notices()::toString);
        assertEquals(Bulk.MOST_TRANSFERS, a.bulk().outgoing().live());
        assertTrue(toB.peer().stream().outboxEmpty());
    }

    @Test
    void aReceiverThatCannotTakeOneMoreTellsItsSender() {
        Startpoint toB = a.startpointTo(b.id(), MAILBOX);
        ContextPair.inside(b, () -> onlyFrames(b, a));
        ContextPair.inside(a, () -> onlyFrames(a, b));
        byte[] got = new byte[1];
        for (int i = 0; i < Bulk.MOST_TRANSFERS; i++) {
            toB.start(take, 0, 0, 0, 0, LONG, 0, LONG.length, new Completion());
            pull(got, new Completion());
        }
        Completion free = new Completion();
        Completion arrived = new Completion();
        b.startpointTo(b.id(), MAILBOX).start(take, 0, 0, 0, 0, LONG, 0, LONG.length, free);
        pull(got, arrived);
        turn(b);
        turn(b);
        assertEquals(ErrorCode.BULK_VIOLATED, Objects.requireNonNull(arrived.failure()).code());
        assertEquals(ErrorCode.BULK_VIOLATED, Objects.requireNonNull(free.failure()).code());
    }

    private void fill(Startpoint toB) {
        for (int i = 0; i < Bulk.MOST_TRANSFERS; i++) {
            assertFalse(toB.start(take, 0, 0, 0, 0, LONG, 0, LONG.length, new Completion()));
        }
        assertNull(toB.peer().failure());
    }

    private void pull(byte[] to, Completion arrived) {
        while (offers.isEmpty()) {
            turn(b);
        }
        ContextPair.inside(b, () -> offers.remove().pull(to, 0, to.length, arrived));
    }

    private static void turn(Context context) {
        ContextPair.inside(context, context.progress()::poll);
    }

    private static void onlyFrames(Context here, Context there) {
        Peer peer = here.startpointTo(there.id(), MAILBOX).peer();
        Lane usual = Carried.usual(here.routes(), peer);
        Carried.by(new ReachingLane(usual, Reach.NONE), peer, Wish.DEFAULT);
    }
}
