package org.braid.link.stripe;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.FrameKind;
import org.braid.link.ContextPair;
import org.braid.link.PassingLane;
import org.braid.link.Startpoint;
import org.braid.link.spi.EndedLane;
import org.braid.link.spi.Lane;
import org.braid.link.stream.Carrier;
import org.braid.link.stream.Peer;
import org.braid.link.stream.Wish;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A striped lane whose rails have ended says so, also without room for copies: nobody gathers any more, so whoever waits for room would wait for ever. */
class EndedStripeTest {
    private static final BraidException LOST = new BraidException(ErrorCode.PEER_LOST, "a peer has failed", "its process has ended", "see the test");
    private static final int FRAME_BYTES = 1_000;

    private final ContextPair pair = new ContextPair();
    private final StripedLane lane = new StripedLane(1, "stripe", rails());
    private boolean ended;

    private final class TakingLane extends PassingLane {
        TakingLane() {
            super(new EndedLane(LOST));
        }

        @Override
        public int offer(int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, int length) {
            return ended ? CLOSED : TAKEN;
        }

        @Override
        public @Nullable Throwable closedBy() {
            return ended ? LOST : null;
        }

        @Override
        public int frameBytes() {
            return FRAME_BYTES;
        }

        @Override
        public int eagerBytes() {
            return FRAME_BYTES;
        }
    }

    @AfterEach
    void close() {
        pair.close();
    }

    @Test
    void itIsClosedAlsoWithoutRoomForCopies() {
        int answer = offer();
        while (answer == Lane.TAKEN) {
            answer = offer();
        }
        assertEquals(Lane.FULL, answer);
        ended = true;
        assertEquals(Lane.CLOSED, offer());
    }

    private int offer() {
        return lane.offer(FrameKind.RSR, 0, 0, 0, 0, 0, 0, 0, null, 0, 0);
    }

    private List<Rail> rails() {
        List<Rail> rails = new ArrayList<>();
        ContextPair.inside(pair.a, () -> {
            Startpoint toB = pair.a.startpointTo(pair.b.id(), 1);
            rails.add(rail(toB.peer()));
            rails.add(rail(toB.peer()));
        });
        return rails;
    }

    private Rail rail(Peer peer) {
        Lane taking = new TakingLane();
        return new Rail(peer, peer.streams().nextNumber(Wish.DEFAULT), 1, Wish.DEFAULT, new Carrier(peer.id(), taking, taking, null, taking.method()));
    }
}
