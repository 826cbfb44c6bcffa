package org.braid.link;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.MethodExpression;
import org.braid.link.bulk.Offer;
import org.braid.link.progress.Completion;
import org.braid.link.spi.Lane;
import org.braid.link.stream.Carried;
import org.braid.link.stream.Wish;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The lane meant for long data ends before it has taken any: the link's own lane, or the peer's, carries it, and nothing is lost. */
@Timeout(30)
class EndedDataLaneTest {
    private static final int MAILBOX = 5;
    private static final List<MethodExpression> ORDER = MethodExpression.parseOrder("local(max=1KiB), local(other=lane)");

    private final ContextPair pair = new ContextPair();
    private final byte[] data = new byte[300_000];
    private final byte[] got = new byte[data.length];
    private final Completion arrived = new Completion();
    private final Completion free = new Completion();
    private @Nullable Offer offered;
    private int handler;

    @AfterEach
    void close() {
        pair.close();
    }

    private Startpoint link() {
        new Random(7).nextBytes(data);
        pair.b.newEndpoint(MAILBOX, null);
        pair.b.registerForOffers("test.ended", (to, a0, a1, a2, a3, payload) -> {
            if (payload.isOffer()) {
                offered = payload.takeOffer();
            }
        });
        handler = pair.a.registerForOffers("test.ended", (to, a0, a1, a2, a3, payload) -> {});
        return pair.a.startpointTo(pair.b.id(), MAILBOX).by(ORDER.toArray(new MethodExpression[0]));
    }

    /** Stands where the lane for long data of this link would be opened. */
    private Mortal dataLaneOf(Startpoint link) {
        Mortal lane = new Mortal();
        ContextPair.inside(pair.a, () -> Carried.by(lane, link.peer(), Wish.DEFAULT.by(ORDER).ofBytes(1025)));
        return lane;
    }

    private void start(Startpoint link) {
        link.start(handler, 0, 0, 0, 0, data, 0, data.length, free);
        while (offered == null) {
            turn();
        }
    }

    private void fetch() {
        Offer offer = offered;
        ContextPair.inside(pair.b, () -> {
            if (offer != null) {
                offer.pull(got, 0, data.length, arrived);
            }
        });
        while (!arrived.isDone() || !free.isDone()) {
            turn();
        }
        assertNull(arrived.failure());
        assertNull(free.failure());
        assertArrayEquals(data, got);
    }

    private void turn() {
        pair.both().forEach(each -> ContextPair.inside(each, each.progress()::poll));
    }

    @Test
    void oneThatHasEndedBeforeTheMessageIsNotUsed() {
        Startpoint link = link();
        Mortal lane = dataLaneOf(link);
        lane.end = Lane.unused();
        start(link);
        fetch();
        assertEquals(0, lane.offers);
    }

    @Test
    void oneThatEndsWhileItsDataWaitsForTheReceiverIsReplaced() {
        Startpoint link = link();
        Mortal lane = dataLaneOf(link);
        start(link);
        lane.end = Lane.unused();
        fetch();
        assertEquals(0, lane.offers);
    }

    @Test
    void oneThatLivesIsUsed() {
        Startpoint link = link();
        Mortal lane = dataLaneOf(link);
        start(link);
        lane.through = link.lane();
        fetch();
        assertTrue(lane.offers >= data.length / Mortal.FRAME_BYTES, lane.offers + " fragments");
    }

    @Test
    void whenThePeerHasEndedTheMessageFailsWithItsCause() {
        Startpoint link = link();
        Mortal lane = dataLaneOf(link);
        start(link);
        BraidException cause = new BraidException(ErrorCode.PEER_LOST, "Context b has failed", "on purpose", "");
        lane.end = cause;
        pair.a.peerFailed(pair.b.id(), cause);
        assertSame(cause, free.failure());
        pair.b.peerFailed(pair.a.id(), cause);
    }

    /** Moves frames by another lane, reaches nothing, and ends when it is told to. */
    private static final class Mortal extends Lane {
        private static final int FRAME_BYTES = 4096;

        private @Nullable Lane through;
        private @Nullable Throwable end;
        private int offers;

        @Override
        public String method() {
            return "mortal";
        }

        @Override
        public int frameBytes() {
            return FRAME_BYTES;
        }

        @Override
        public int eagerBytes() {
            return 0;
        }

        @Override
        public int offer(int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, int length) {
            offers++;
            Lane lane = through;
            return lane == null ? CLOSED : lane.offer(kind, endpoint, route, handler, a0, a1, a2, a3, base, offset, length);
        }

        @Override
        public void grant(long cumulativeBytes) {}

        @Override
        public @Nullable Throwable closedBy() {
            return end;
        }
    }
}
