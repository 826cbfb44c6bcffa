package org.braid.link.stripe;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.os.DirectMemory;
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

/** A striped lane has no room for long only if none of its rails will have any. */
class StarvedStripeTest {
    private static final BraidException USED_UP = DirectMemory.usedUp(new OutOfMemoryError("Cannot reserve direct buffer memory"));

    private final ContextPair pair = new ContextPair();
    private final boolean[] starved = new boolean[2];

    private final class StarvedLane extends PassingLane {
        private final int number;

        StarvedLane(Lane usual, int number) {
            super(usual);
            this.number = number;
        }

        @Override
        public @Nullable BraidException starvedBy() {
            return starved[number] ? USED_UP : null;
        }
    }

    @AfterEach
    void close() {
        pair.close();
    }

    @Test
    void itIsStarvedWhenAllItsRailsAre() {
        List<Rail> rails = new ArrayList<>();
        ContextPair.inside(pair.a, () -> {
            Startpoint toB = pair.a.startpointTo(pair.b.id(), 1);
            Lane usual = new EndedLane(USED_UP);
            rails.add(rail(new StarvedLane(usual, 0), toB.peer()));
            rails.add(rail(new StarvedLane(usual, 1), toB.peer()));
        });
        StripedLane lane = new StripedLane(1, "stripe", rails);
        assertNull(lane.starvedBy());
        starved[0] = true;
        assertNull(lane.starvedBy());
        starved[1] = true;
        assertSame(USED_UP, lane.starvedBy());
        starved[0] = false;
        assertNull(lane.starvedBy());
    }

    private static Rail rail(Lane lane, Peer peer) {
        return new Rail(peer, peer.streams().nextNumber(Wish.DEFAULT), 1, Wish.DEFAULT, new Carrier(peer.id(), lane, lane, null, lane.method()));
    }
}
