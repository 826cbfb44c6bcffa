package org.braid.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.MethodExpression;
import org.braid.link.Startpoint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A pipe's method has at most 64 further lanes to a peer. */
@Timeout(120)
class ManyLanesTest {
    private static final int MOST_FURTHER = 64;

    private static Startpoint withALaneOfItsOwn(World world, int number) {
        return world.link(0, 1).by(MethodExpression.parse("tcp(sndbuf=" + (64 + number) + "KiB)"));
    }

    @Test
    void aStreamThatLeavesItsLaneWaitsWhileOthersAreAboutToEnd() throws InterruptedException {
        try (World world = World.apart(2, "*=tcp", false)) {
            int[] seen = new int[1];
            int hear = world.register("many.hear", at -> (to, a0, a1, a2, a3, payload) -> assertEquals(seen[0]++, a0));
            Startpoint first = world.link(0, 1);
            world.send(first, hear, 0, 0, null, 0);
            List<Startpoint> others = new ArrayList<>();
            for (int i = 0; i < MOST_FURTHER; i++) {
                others.add(withALaneOfItsOwn(world, i));
                world.send(others.getLast(), hear, 1 + i, 0, null, 0);
                int due = 2 + i;
                world.until("message " + due, () -> seen[0] == due);
            }
            Startpoint oneMore = withALaneOfItsOwn(world, MOST_FURTHER);
            assertEquals(ErrorCode.LANES_USED_UP, assertThrows(BraidException.class, oneMore::lane).code());
            others.removeLast().close();
            first.moveTo(MethodExpression.parse("tcp(sndbuf=1MiB)"));
            world.send(first, hear, 1 + MOST_FURTHER, 0, null, 0);
            world.until("it goes on", () -> seen[0] == 2 + MOST_FURTHER);
        }
    }
}
