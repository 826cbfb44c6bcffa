package org.braid.transports.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.braid.base.wire.MethodExpression;
import org.braid.base.wire.Policy;
import org.braid.link.Context;
import org.braid.link.ContextConfig;
import org.braid.link.Startpoint;
import org.braid.link.progress.AddressSpace;
import org.braid.link.progress.Completion;
import org.braid.link.select.Directory;
import org.braid.link.spi.Lane;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A program closes the arena of a long message that is under way: the message fails at both ends, and nothing else does. */
@Timeout(60)
class ClosedArenaTest {
    private static final int MAILBOX = 5;
    private static final int LONG_BYTES = 8 << 20;

    private final List<AddressSpace> spaces = List.of(new AddressSpace(64 << 20), new AddressSpace(64 << 20));
    private final List<Context> both = new ArrayList<>();
    private final Context a = open(0);
    private final Context b = open(1);
    private final Arena arena = Arena.ofShared();
    private final MemorySegment user = arena.allocate(LONG_BYTES);
    private final Completion free = new Completion();
    private final Completion there = new Completion();
    private int shortHandler;
    private int shorts;

    private Context open(int rank) {
        Directory directory = id -> both.get((int) id.number()).table();
        Context context = Context.open(ContextConfig.alone().withServes(false).withSpace(spaces.get(rank)).withDirectory(directory).withPolicy(Policy.parse("*=tcp")).withSecret(Node.SECRET)
                .withId(Node.id(rank)));
        both.add(context);
        return context;
    }

    @AfterEach
    void close() {
        both.forEach(context -> context.close(0));
        spaces.forEach(AddressSpace::close);
    }

    @Test
    void whatIsUnderWayFailsAtBothEndsAndTheStreamGoesOn() {
        begin(4);
        arena.close();
        goesOn();
    }

    @Test
    void whatIsHandedBackFailsAtBothEndsAndTheStreamGoesOn() {
        Startpoint link = begin(4);
        link.moveTo(MethodExpression.parse("tcp(nodelay=false)"));
        arena.close();
        goesOn();
    }

    private Startpoint begin(int turns) {
        b.newEndpoint(MAILBOX, null);
        int handler = a.registerForOffers("closed.long", (to, a0, a1, a2, a3, payload) -> {});
        assertEquals(handler, b.registerForOffers("closed.long", (to, a0, a1, a2, a3, payload) -> payload.takeOffer().pull(new byte[LONG_BYTES], 0, LONG_BYTES, there)));
        shortHandler = a.register("closed.short", (to, a0, a1, a2, a3, payload) -> {});
        b.register("closed.short", (to, a0, a1, a2, a3, payload) -> shorts++);
        Startpoint link = a.startpointTo(b.id(), MAILBOX);
        link.start(handler, 0, 0, 0, 0, user, 0, LONG_BYTES, free);
        while (link.lane().leftInPlace() == Lane.COPIED) {
            turn();
        }
        for (int i = 0; i < turns; i++) {
            turn(a); // more is pushed than the peer reads
        }
        return link;
    }

    private void goesOn() {
        Startpoint link = a.startpointTo(b.id(), MAILBOX);
        int sent = 0;
        while (!free.isDone() || !there.isDone() || shorts < 100) {
            sent += sent < 100 && link.trySend(shortHandler, 0, 0, 0, 0, null, 0, 0) == Lane.TAKEN ? 1 : 0;
            turn();
        }
        assertTrue(free.hasFailed() && there.hasFailed(), () -> a.notices() + " " + b.notices());
    }

    private void turn() {
        both.forEach(ClosedArenaTest::turn);
    }

    private static void turn(Context context) {
        context.progress().enter();
        try {
            context.progress().poll();
        } finally {
            context.progress().exit();
        }
    }
}
