package org.braid.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.util.ArrayList;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.link.Startpoint;
import org.braid.link.spi.Lane;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A context closes while a device holds what it had sent: its peer is not told that it took leave in good order. */
class LeftBehindTest {
    private static final int MESSAGES = 8;

    @ParameterizedTest
    @Execution(CONCURRENT)
    @ValueSource(strings = {"*=chaos(stall=100%, pause=1min)+shm", "*=chaos(stall=100%, pause=1min)+local", "*=chaos(stall=100%, pause=1min)+tcp", "*=chaos(stall=100%, pause=1min)+unix"})
    void whatADeviceHoldsAsItsContextClosesIsMissedByThePeer(String methods) throws InterruptedException {
        List<Integer> received = new ArrayList<>();
        List<BraidException> told = new ArrayList<>();
        try (World world = methods.endsWith("local") ? World.together(2, methods, false) : World.apart(2, methods, false)) {
            int handler = world.register("left.behind", i -> (to, a0, a1, a2, a3, payload) -> received.add(a0));
            world.at(1).onFailure((peer, cause) -> told.add(cause));
            Startpoint there = world.link(0, 1);
            for (int i = 0; i < MESSAGES; i++) {
                assertEquals(Lane.TAKEN, there.trySend(handler, i, 0, 0, 0, null, 0, 0));
            }
            world.at(0).close(100_000_000L);
            world.until("the peer was told", () -> !told.isEmpty());
        }
        assertTrue(received.size() < MESSAGES, "what waits would wait for a minute");
        assertEquals(ErrorCode.PEER_LOST, told.getFirst().code(), told.getFirst()::getMessage);
    }
}
