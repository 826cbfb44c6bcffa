package org.braid.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.link.bulk.Bulk;
import org.braid.link.bulk.Offer;
import org.braid.link.progress.Completion;
import org.braid.link.spi.Lane;
import org.braid.link.spi.Reach;
import org.braid.link.stream.Carried;
import org.braid.link.stream.Peer;
import org.braid.link.stream.Wish;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A sender whose call has failed recalls its long message, wherever that is: its memory is the program's again, and whoever has not got all of it is told, and never takes what stands there now. */
@Timeout(60)
class RecalledMessagesTest {
    private static final int MAILBOX = 5;
    private static final int BYTES = 3 << 20;
    private static final BraidException WHY = new BraidException(ErrorCode.MESSAGE_TAKEN_BACK, "It was not delivered", "its call has failed", "See that call");

    private final ContextPair pair = new ContextPair();
    private final Context a = pair.a;
    private final Context b = pair.b;
    private final byte[] sent = new byte[BYTES];
    private final byte[] got = new byte[BYTES];
    private final Completion free = new Completion();
    private final Completion arrived = new Completion();
    private @Nullable Offer offer;
    private int take;

    @BeforeEach
    void open() {
        for (Context each : pair.both()) {
            each.newEndpoint(MAILBOX, null);
            take = each.registerForOffers("recalled.take", (to, a0, a1, a2, a3, payload) -> offer = payload.takeOffer());
        }
    }

    @AfterEach
    void close() {
        pair.close();
    }

    @Test
    void whoFetchesItAfterwardsIsTold() {
        offerByFrames();
        recall();
        assertSame(WHY, free.failure());
        pull();
        settle();
        assertToldOf("its sender " + a.id() + " has taken it back");
    }

    @Test
    void whoIsFetchingItIsTold() {
        offerByFrames();
        sent[0] = 7;
        pull();
        while (got[0] != 7) {
            turn(a);
            turn(b);
        }
        assertFalse(free.isDone() || arrived.isDone());
        recall();
        settle();
        assertSame(WHY, free.failure());
        assertToldOf("has taken it back: It was not delivered: its call has failed");
    }

    /** A piece is 512 KiB. */
    @Test
    void whoCopiesItOutOfTheSendersArrayIsTold() {
        offer();
        pull();
        turn(b);
        assertFalse(arrived.isDone());
        recall();
        settle();
        assertSame(WHY, free.failure());
        assertToldOf("its sender " + a.id() + " has taken it back");
        assertTrue(b.notices().isEmpty(), b.notices()::toString);
    }

    @Test
    void whoHasAllOfItHearsNothing() {
        offerByFrames();
        pull();
        settle();
        assertTrue(free.isDone());
        recall();
        settle();
        assertNull(free.failure());
        assertTrue(arrived.isDone());
        assertNull(arrived.failure());
    }

    @Test
    void aSenderWithoutRoomWaitsNoLongerThanItSays() {
        offerByFrames();
        for (int more = 1; more < Bulk.MOST_TRANSFERS; more++) {
            assertTrue(inside(() -> a.longMessages().awaitRoom(0)), "with " + more);
            assertFalse(a.startpointTo(b.id(), MAILBOX).start(take, 0, 0, 0, 0, sent, 0, BYTES, new Completion()));
            turn(b);
        }
        long sinceNs = System.nanoTime();
        assertFalse(inside(() -> a.longMessages().awaitRoom(1_000_000)));
        assertTrue(System.nanoTime() - sinceNs >= 1_000_000);
        recall();
        assertTrue(inside(() -> a.longMessages().awaitRoom(0)));
    }

    /** The message is offered, and its receiver can have it in frames alone. */
    private void offerByFrames() {
        ContextPair.inside(b, () -> onlyFrames(b, a));
        ContextPair.inside(a, () -> onlyFrames(a, b));
        offer();
    }

    private void offer() {
        assertFalse(a.startpointTo(b.id(), MAILBOX).start(take, 0, 0, 0, 0, sent, 0, BYTES, free));
        while (offer == null) {
            turn(b);
        }
    }

    private boolean inside(BooleanSupplier asked) {
        boolean[] answer = new boolean[1];
        ContextPair.inside(a, () -> answer[0] = asked.getAsBoolean());
        return answer[0];
    }

    /** As the program does afterwards with memory that is its own again. */
    private void recall() {
        ContextPair.inside(a, () -> a.longMessages().recall(free, WHY));
        Arrays.fill(sent, (byte) 1);
    }

    private void pull() {
        ContextPair.inside(b, () -> Objects.requireNonNull(offer).pull(got, 0, BYTES, arrived));
    }

    private void assertToldOf(String why) {
        BraidException told = Objects.requireNonNull(arrived.failure());
        assertEquals(ErrorCode.MESSAGE_TAKEN_BACK, told.code());
        assertTrue(told.why().contains(why), told.why());
        assertEquals(0, a.bulk().outgoing().live());
    }

    private void settle() {
        for (int quiet = 0; quiet < 5; quiet++) {
            for (Context each : pair.both()) {
                each.progress().enter();
                quiet = each.progress().poll() == 0 ? quiet : 0;
                each.progress().exit();
            }
        }
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
