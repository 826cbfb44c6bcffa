package org.braid.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.MethodExpression;
import org.braid.link.Startpoint;
import org.braid.link.progress.Completion;
import org.braid.link.spi.Lane;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lanes are shared and counted: one that was chosen by hand goes with the last startpoint that uses it (nexus-multimethod, section 3.1), and nothing is lost by that. */
@Timeout(60)
class SharedLanesTest {
    private static final String OTHER_SHM = "shm(eager=4KiB)";

    private final List<Integer> arrived = new ArrayList<>();
    private final List<ErrorCode> told = new ArrayList<>();
    private int handler;

    /** Where numbers that are sent from 0 to 1 are collected. */
    private World collecting(World world) {
        handler = world.register("shared.collect", i -> (to, number, a1, a2, a3, payload) -> arrived.add(number));
        world.at(1).onFailure((peer, cause) -> told.add(cause.code()));
        return world;
    }

    @ParameterizedTest(name = "{1} beside {0}")
    @CsvSource({"apart, shm, shm(eager=4KiB)", "apart, tcp, shm", "apart, shm, tcp", "apart, tcp, tcp(sndbuf=64KiB)", "together, tcp, local", "together, local, shm"})
    void lanesThatAreMadeAndGivenBackAgainAndAgainLoseNothing(String where, String own, String other) throws InterruptedException {
        try (World world = collecting(where.equals("apart") ? World.apart(2, "auto", false) : World.together(2, "auto", false))) {
            Startpoint always = by(world, own);
            List<Integer> sent = new ArrayList<>(List.of(0));
            world.send(always, handler, 0, 0, null, 0);
            world.until("the first arrived, before those that come another way", () -> !arrived.isEmpty());
            for (int round = 0; round < 12; round++) {
                Startpoint once = by(world, other);
                for (int i = 0; i < 20; i++) {
                    sent.add(sent.size());
                    world.send(once, handler, sent.getLast(), 0, new byte[i * 100], i * 100);
                }
                once.close();
                world.until("all arrived", () -> arrived.size() == sent.size());
            }
            world.send(always, handler, sent.size(), 0, null, 0);
            sent.add(sent.size());
            world.until("the lane of the pair still works", () -> arrived.size() == sent.size());
            assertEquals(sent, arrived);
            assertEquals(List.of(), told);
            assertEquals("", world.notices());
        }
    }

    @Test
    void aLaneLivesAsLongAsOneStartpointUsesIt() throws InterruptedException {
        try (World world = collecting(World.apart(2, "auto", false))) {
            Lane own = world.link(0, 1).lane();
            Startpoint first = by(world, OTHER_SHM);
            Startpoint second = by(world, OTHER_SHM);
            Lane shared = first.lane();
            assertSame(shared, second.lane());
            assertEquals(2, second.sharers());
            first.close();
            first.close();
            assertEquals(1, second.sharers());
            world.send(second, handler, 1, 0, null, 0);
            second.close();
            Startpoint third = by(world, OTHER_SHM);
            assertNotSame(shared, third.lane());
            world.send(third, handler, 2, 0, null, 0);
            world.until("both arrived", () -> arrived.size() == 2);
            assertSame(own, world.link(0, 1).lane());
        }
    }

    @Test
    void aLaneThatEndsIsNotTakenForAnotherThatHasBroughtAsMuch() throws InterruptedException {
        try (World world = collecting(World.apart(2, "auto", false))) {
            Startpoint own = world.link(0, 1);
            Startpoint once = by(world, OTHER_SHM);
            world.send(own, handler, 0, 0, null, 0);
            int sent = 1;
            while (frames(once) < frames(own)) {
                world.send(once, handler, sent++, 0, null, 0);
            }
            int before = sent;
            world.until("all arrived", () -> arrived.size() == before);
            assertEquals(frames(own), frames(once));
            once.close();
            for (int turn = 0; turn < 4; turn++) {
                world.turn();
            }
            world.send(own, handler, sent, 0, null, 0);
            world.until("the other lane works on", () -> arrived.size() == before + 1);
        }
    }

    private static long frames(Startpoint of) {
        return of.lane().counters().getFirst().value();
    }

    @Test
    void memoryOfRingsIsUsedAgain() throws InterruptedException {
        try (World world = collecting(World.apart(2, "auto", false))) {
            world.send(world.link(0, 1), handler, 0, 0, null, 0);
            for (int made = 0; made < 600; made++) { // more than shared memory has room for at once
                Startpoint once = by(world, "shm(ring=1MiB, eager=4KiB)");
                world.send(once, handler, made, 0, null, 0);
                once.close();
                int all = made + 2;
                world.until("all arrived", () -> arrived.size() == all);
            }
            assertEquals("", world.notices());
        }
    }

    @Test
    void whatIsUnderWayKeepsItsLane() throws InterruptedException {
        try (World world = collecting(World.apart(2, "auto", false))) {
            world.send(world.link(0, 1), handler, 0, 0, null, 0);
            Startpoint once = by(world, OTHER_SHM);
            Startpoint other = by(world, OTHER_SHM);
            Completion free = world.start(once, handler, 1, new byte[3_000_000], 0, 3_000_000);
            once.close();
            other.lane();
            assertEquals(2, other.sharers());
            other.close();
            world.until("the long message arrived", () -> arrived.size() == 2 && free.isDone());
            assertSame(null, free.failure());
        }
    }

    @Test
    void whatAHandlerLeftBehindGoesOutBeforeItsLaneEnds() throws InterruptedException {
        try (World world = collecting(World.apart(2, "auto", false))) {
            int many = 400;
            byte[] block = new byte[4000]; // in all more than the ring holds
            int burst = world.register("shared.burst", i -> (to, a0, a1, a2, a3, payload) -> {
                Startpoint once = by(world, OTHER_SHM);
                for (int number = 0; number < many; number++) {
                    once.send(handler, number, 0, 0, 0, block, 0, block.length);
                }
                once.close();
            });
            world.send(world.link(1, 0), burst, 0, 0, null, 0);
            World.turn(world.at(0));
            world.until("all arrived", () -> arrived.size() == many);
            for (int number = 0; number < many; number++) {
                assertEquals(number, arrived.get(number));
            }
            assertEquals("", world.notices());
        }
    }

    @Test
    void aClosedStartpointSaysSoAndThoseMadeFromItLiveOn() throws InterruptedException {
        try (World world = collecting(World.apart(2, "auto", false))) {
            Startpoint closed = world.link(0, 1);
            Startpoint both = closed.and(world.link(0, 1));
            Startpoint unused = by(world, OTHER_SHM);
            closed.close();
            unused.close();
            assertEquals(Lane.CLOSED, closed.trySend(handler, 1, 0, 0, 0, null, 0, 0));
            for (Startpoint each : List.of(closed, unused)) {
                assertEquals(ErrorCode.STARTPOINT_CLOSED, assertThrows(BraidException.class, () -> each.send(handler, 1, 0, 0, 0, null, 0, 0)).code());
                Completion free = new Completion();
                each.start(handler, 1, 0, 0, 0, new byte[9_000_000], 0, 9_000_000, free);
                assertEquals(ErrorCode.STARTPOINT_CLOSED, Objects.requireNonNull(free.failure()).code());
            }
            both.send(handler, 2, 0, 0, 0, null, 0, 0);
            closed.by(MethodExpression.parse("tcp")).send(handler, 3, 0, 0, 0, null, 0, 0);
            world.until("all arrived", () -> arrived.size() == 3);
        }
    }

    @Test
    void aConnectionThatNobodyUsesServesForOtherParameters() throws InterruptedException {
        try (World world = collecting(World.apart(2, "*=tcp", false))) {
            for (int made = 0; made < 80; made++) { // more than one pair may have at once
                Startpoint once = by(world, "tcp(sndbuf=" + (64 + made) + "KiB)");
                world.send(once, handler, made, 0, null, 0);
                int all = made + 1;
                world.until("all arrived", () -> arrived.size() == all);
                once.close();
            }
            assertEquals(List.of(), told);
        }
    }

    @Test
    void aContextThatClosesAfterOneOfItsLanesHasClosedOnce() throws InterruptedException {
        try (World world = collecting(World.apart(2, "auto", false))) {
            Startpoint once = by(world, OTHER_SHM);
            world.send(world.link(0, 1), handler, 0, 0, null, 0);
            world.send(once, handler, 1, 0, null, 0);
            once.close();
            assertTrue(world.closes(0, 20_000_000_000L), "flushed");
            world.until("the peer was told", () -> !told.isEmpty());
            assertEquals(List.of(ErrorCode.CONTEXT_CLOSED), told);
            assertEquals(2, arrived.size());
        }
    }

    private static Startpoint by(World world, String method) {
        return world.link(0, 1).by(MethodExpression.parse(method));
    }
}
