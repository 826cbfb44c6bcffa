package org.braid.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.MethodExpression;
import org.braid.link.Startpoint;
import org.braid.link.spi.Lane;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A context takes leave of each peer by all lanes at once, whatever others it waits for: who has a stream to it that is to be moved is told instead of waiting for an answer, and need not wait when it closes, too. */
@Timeout(120)
class MoveToClosingTest {
    private static final long CLOSE_NS = 8_000_000_000L;
    private static final long SOON_NS = 3_000_000_000L;

    /** The other one waits for a third context that reads nothing. */
    @ParameterizedTest
    @ValueSource(strings = {"tcp", "unix"})
    void theMoverClosesAtOnce(String pipe) throws InterruptedException {
        try (World world = World.apart(3, "auto", false)) {
            AtomicInteger heard = new AtomicInteger();
            int handler = world.register("closing.hear", i -> (to, a0, a1, a2, a3, payload) -> heard.incrementAndGet());
            Startpoint moving = by(world, 0, 1, pipe);
            Startpoint[] all = {moving, by(world, 1, 0, pipe), by(world, 1, 0, "shm"), by(world, 1, 2, pipe)};
            for (Startpoint each : all) {
                world.send(each, handler, 0, 0, null, 0);
            }
            world.until("all know each other", () -> heard.get() == all.length);
            byte[] much = new byte[10_000];
            while (all[3].trySend(handler, 0, 0, 0, 0, much, 0, much.length) == Lane.TAKEN) {} // by far more than the system keeps for a socket
            Thread closer = Thread.ofPlatform().start(() -> world.at(1).close(CLOSE_NS));
            List<BraidException> told = new ArrayList<>();
            world.at(0).onFailure((peer, cause) -> told.add(cause));
            while (told.isEmpty()) {
                World.turn(world.at(0));
            }
            assertEquals(ErrorCode.CONTEXT_CLOSED, told.getFirst().code(), told.getFirst()::getMessage);
            assertThrows(BraidException.class, () -> moving.moveTo(MethodExpression.parse("shm")));
            long startNs = System.nanoTime();
            world.at(0).close(CLOSE_NS);
            long tookNs = System.nanoTime() - startNs;
            assertTrue(closer.isAlive(), "the other one waits");
            assertTrue(tookNs < SOON_NS, () -> "closing took " + tookNs / 1_000_000 + " ms" + world.notices());
            assertEquals(all.length, heard.get());
            world.until("the third one reads on", () -> !closer.isAlive());
        }
    }

    private static Startpoint by(World world, int from, int to, String method) {
        return world.link(from, to).by(MethodExpression.parse(method));
    }
}
