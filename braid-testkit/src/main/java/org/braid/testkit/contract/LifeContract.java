package org.braid.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.braid.link.Startpoint;
import org.braid.link.progress.Completion;
import org.braid.link.spi.Lane;
import org.junit.jupiter.api.Test;

/** How lanes end, and what one party's mistake does to the others: nothing. */
interface LifeContract extends Connected {
    @Test
    default void whatWasTakenArrivesAlthoughItsSenderCloses() throws InterruptedException {
        try (World world = open(2)) {
            AtomicInteger received = new AtomicInteger();
            int handler = world.register("contract.flush", i -> (to, a0, a1, a2, a3, payload) -> received.incrementAndGet());
            Startpoint link = world.link(0, 1);
            int sent = 0;
            while (link.trySend(handler, sent, 0, 0, 0, new byte[32], 0, 32) == Lane.TAKEN) {
                sent++;
            }
            assertTrue(world.closes(0, 20_000_000_000L), "flushed");
            int all = sent;
            world.until("what was taken arrived", () -> received.get() >= all);
            assertEquals(sent, received.get());
        }
    }

    @Test
    default void aHandlerThatThrowsDisturbsNobody() throws InterruptedException {
        try (World world = open(2)) {
            List<Integer> seen = new ArrayList<>();
            int handler = world.register("contract.throws", i -> (to, a0, a1, a2, a3, payload) -> {
                seen.add(a0);
                if (a0 % 2 == 0) {
                    throw new IllegalStateException("on purpose");
                }
            });
            Startpoint link = world.link(0, 1);
            byte[] data = new byte[200_000];
            for (int i = 0; i < 3; i++) {
                world.send(link, handler, i, 0, data, 100);
            }
            Completion free = world.start(link, handler, 4, data, 0, data.length);
            world.until("all were handled", () -> seen.size() == 4 && free.isDone());
            assertEquals(List.of(0, 1, 2, 4), seen);
            assertEquals(3, world.at(1).notices().stream().filter(n -> n.equals("Handler 'contract.throws' threw java.lang.IllegalStateException: on purpose")).count());
        }
    }

    @Test
    default void anUnknownHandlerOrEndpointIsReportedToTheSender() throws InterruptedException {
        try (World world = open(2)) {
            int nobody = world.at(0).register("contract.nobody", (to, a0, a1, a2, a3, payload) -> {});
            int known = world.register("contract.known", i -> (to, a0, a1, a2, a3, payload) -> {});
            byte[] data = new byte[200_000];
            world.send(world.link(0, 1), nobody, 0, 0, null, 0);
            world.send(world.at(0).startpointTo(world.at(1).id(), 9), known, 0, 0, null, 0);
            Completion free = world.start(world.link(0, 1), nobody, 0, data, 0, data.length);
            world.until("three reports came back", () -> world.at(0).notices().size() >= 3 && free.isDone());
            assertEquals(2, reports(world, "it knows no handler " + nobody));
            assertEquals(1, reports(world, "it knows no endpoint 9"));
        }
    }

    private static long reports(World world, String what) {
        return world.at(0).notices().stream().filter(line -> line.endsWith(what)).count();
    }
}
