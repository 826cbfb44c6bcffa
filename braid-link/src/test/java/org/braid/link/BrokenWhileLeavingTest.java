package org.braid.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.link.spi.Lane;
import org.braid.link.stream.Carried;
import org.braid.link.stream.Wish;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A lane that breaks while lanes take leave has nobody to go on in its place: closing says that not everything has gone. */
class BrokenWhileLeavingTest {
    private static final BraidException BROKEN = new BraidException(ErrorCode.LANE_CUT, "A lane was cut", "its memory has failed", "See the test");
    private static final Wish CHANNEL = Wish.DEFAULT.on(3);

    private final ContextPair pair = new ContextPair();

    private final class Breaking extends PassingLane {
        Breaking(Lane lane) {
            super(lane);
        }

        @Override
        public @Nullable Throwable closedBy() {
            return pair.a.progress().isLeaving() ? BROKEN : super.closedBy();
        }
    }

    private boolean closesAfterAMessage(boolean breaks) {
        pair.b.newEndpoint(5, null);
        int hear = pair.a.register("test.broken", (to, a0, a1, a2, a3, payload) -> {});
        Startpoint to = pair.a.startpointTo(pair.b.id(), 5);
        assertEquals(Lane.TAKEN, to.trySend(hear, 0, 0, 0, 0, null, 0, 0));
        if (breaks) {
            ContextPair.inside(pair.a, () -> Carried.by(new Breaking(to.lane()), to.peer(), CHANNEL));
        }
        ContextPair.inside(pair.b, () -> pair.b.progress().poll());
        boolean whole = pair.a.close(5_000_000_000L);
        pair.close();
        return whole;
    }

    @Test
    void closingIsNotWhole() {
        assertFalse(closesAfterAMessage(true));
    }

    @Test
    void withoutThatItIs() {
        assertTrue(closesAfterAMessage(false));
    }
}
