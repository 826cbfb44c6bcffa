package org.braid.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.ArrayList;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.MethodExpression;
import org.braid.link.Startpoint;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A context that finds every way to a peer hopeless gives it up, by itself: the peer, which lives, is told, and does not wait for it. */
class GivenUpTest {
    @ParameterizedTest
    @CsvSource({"shm, false", "shm, true", "local, false", "local, true", "tcp, false", "tcp, true"})
    void whoeverIsGivenUpIsTold(String method, boolean hasSpoken) throws InterruptedException {
        List<BraidException> givenUp = new ArrayList<>();
        List<BraidException> told = new ArrayList<>();
        List<Integer> received = new ArrayList<>();
        try (World world = method.equals("local") ? World.together(2, "*=local", false) : World.apart(2, "*=" + method, false)) {
            int handler = world.register("given.up", i -> (to, a0, a1, a2, a3, payload) -> received.add(a0));
            world.at(0).onFailure((peer, cause) -> givenUp.add(cause));
            world.at(1).onFailure((peer, cause) -> told.add(cause));
            if (hasSpoken) {
                world.send(world.link(1, 0), handler, 1, 0, null, 0);
                world.until("it is heard", () -> !received.isEmpty());
            }
            Startpoint there = world.link(0, 1).by(MethodExpression.parse("checksum+chaos(corrupt=100%)+" + method));
            world.until("it is given up", () -> {
                int ignored = there.trySend(handler, 2, 0, 0, 0, null, 0, 0);
                return !givenUp.isEmpty();
            });
            world.until("the other one is told", () -> !told.isEmpty());
            assertNotEquals(ErrorCode.CONTEXT_CLOSED, told.getFirst().code(), told.getFirst()::getMessage);
        }
    }
}
