package org.braid.link;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.braid.base.wire.FrameKind;
import org.braid.link.progress.Completion;
import org.braid.link.spi.Lane;
import org.braid.link.stream.Peer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Kept requests that have no credit become offers while a long message's envelope waits behind them: each announces its own data. */
@Timeout(60)
class LongBehindKeptTest {
    private static final int MAILBOX = 5;
    private static final byte[] SHORT = filled(100, 1);
    private static final byte[] LONG = filled(300_000, 2);

    private final ContextPair pair = new ContextPair();
    private final Context a = pair.a;
    private final Context b = pair.b;
    private final List<byte[]> came = new ArrayList<>();
    private final Completion free = new Completion();
    private int held;
    private int hold;
    private int take;
    private final Peer atB = pair.b.startpointTo(pair.a.id(), MAILBOX).peer();

    @BeforeEach
    void open() {
        for (Context each : pair.both()) {
            each.newEndpoint(MAILBOX, null);
            hold = each.register("long.hold", (to, a0, a1, a2, a3, payload) -> held += payload.hold());
            take = each.register("long.take", (to, a0, a1, a2, a3, payload) -> came.add(payload.segment().toArray(ValueLayout.JAVA_BYTE)));
        }
    }

    @AfterEach
    void close() {
        pair.close();
    }

    @Test
    void eachArrivesWithItsOwnBytesAndFreesItsOwnSender() {
        Startpoint toB = a.startpointTo(b.id(), MAILBOX);
        OccupiedLane lane = OccupiedLane.between(a, toB.peer(), () -> {});
        ContextPair.inside(a, () -> ContextPair.inside(b, () -> {
            exhaust(toB);
            lane.occupied.set(true);
            toB.peer().stream().keep(FrameKind.RSR, MAILBOX, 0, take, 0, 0, 0, 0, SHORT, 0, SHORT.length);
            lane.occupied.set(false);
            assertFalse(toB.startInside(take, 0, 0, 0, 0, LONG, 0, LONG.length, free), "the envelope takes the kept request along, which has no credit");
            atB.defaultCreditor().consumed(held);
            settle();
        }));
        assertTrue(free.isDone());
        assertNull(free.failure());
        assertEquals(2, came.size());
        came.sort((x, y) -> x.length - y.length);
        assertArrayEquals(SHORT, came.getFirst());
        assertArrayEquals(LONG, came.getLast());
        assertEquals(0, a.bulk().outgoing().live());
    }

    /** Sends until the peer, which holds everything, gives no more credit. */
    private void exhaust(Startpoint to) {
        for (int answer = Lane.TAKEN; answer != Lane.NO_CREDIT; answer = to.trySend(hold, 0, 0, 0, 0, new byte[4032], 0, 4032)) {
            turn();
        }
        while (to.trySend(hold, 0, 0, 0, 0, null, 0, 0) != Lane.NO_CREDIT) {
            turn();
        }
        settle();
    }

    private void settle() {
        for (int quiet = 0; quiet < 5; quiet++) {
            quiet = turn() == 0 ? quiet : 0;
        }
    }

    private int turn() {
        return a.progress().poll() + b.progress().poll();
    }

    private static byte[] filled(int length, int value) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) value);
        return bytes;
    }
}
