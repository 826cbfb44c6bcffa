package org.braid.link;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.braid.link.spi.Lane;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * Context {@code a} sends notes to context {@code b} by a lane that somebody can sit in. Tests hold the sender's token, since the background thread takes it now and then, too, except where
 * it is said.
 */
abstract class OccupiedPair {
    static final int MAILBOX = 5;

    final ContextPair pair = new ContextPair();
    final Context a = pair.a;
    final Context b = pair.b;
    final List<Integer> seen = new ArrayList<>(); // by b, with its token
    int note; // b writes down a0
    int keep; // the same, and b holds on to the payload's credit
    int ask; // a sends a0 notes to b
    int next; // what a notes next
    Startpoint toB;
    Startpoint toA;
    OccupiedLane lane;

    @BeforeEach
    void open() {
        for (Context context : pair.both()) {
            context.newEndpoint(MAILBOX, null);
            note = context.register("contention.note", (to, a0, a1, a2, a3, payload) -> seen.add(a0));
            keep = context.register("contention.keep", (to, a0, a1, a2, a3, payload) -> {
                seen.add(a0);
                payload.hold();
            });
            ask = context.register("contention.ask", (to, count, a1, a2, a3, payload) -> {
                for (int i = 0; i < count; i++) {
                    toB.send(note, next++, 0, 0, 0, null, 0, 0);
                }
            });
        }
        toB = a.startpointTo(b.id(), MAILBOX);
        toA = b.startpointTo(a.id(), MAILBOX);
        lane = OccupiedLane.between(a, toB.peer(), () -> {});
        inside(() -> {
            assertEquals(Lane.TAKEN, note()); // names and tables are exchanged
            settle();
        });
    }

    @AfterEach
    void close() {
        lane.occupied.set(false);
        pair.close();
    }

    int note() {
        int taken = toB.trySend(note, next, 0, 0, 0, new byte[next % 50], 0, next % 50);
        next += taken == Lane.TAKEN ? 1 : 0;
        return taken;
    }

    /** With both tokens. */
    void inside(Runnable work) {
        ContextPair.inside(a, () -> ContextPair.inside(b, work));
    }

    void assertInOrder() {
        assertEquals(IntStream.range(0, next).boxed().toList(), seen);
    }

    void settle() {
        for (int quiet = 0; quiet < 5; quiet++) {
            quiet = turn(a) + turn(b) == 0 ? quiet : 0;
        }
    }

    /** Caller holds the token. */
    static int turn(Context context) {
        return context.progress().poll();
    }
}
