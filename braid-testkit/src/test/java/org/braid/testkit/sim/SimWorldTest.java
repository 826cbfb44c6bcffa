package org.braid.testkit.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Ten thousand worlds in each build that say something about stream reliability, as many about credit and about rendezvous; most do about several. {@code -Dsim.seed=N} replays one, {@code -Dsim.seeds=N} runs more, {@code -Dsim.first=N} starts
 * elsewhere.
 */
class SimWorldTest {
    private static final long SEEDS = Long.getLong("sim.seeds", 10_000);
    private static final long FIRST = Long.getLong("sim.first", 0);

    @Test
    void inTenThousandWorldsNothingIsLostDoubledReorderedForgottenOrLeaked() {
        Long one = Long.getLong("sim.seed");
        if (one != null) {
            System.out.println(SimWorld.of(one).run());
            return;
        }
        SimTally sum = new SimTally();
        for (long seed = FIRST; sum.leastTested() < SEEDS; seed++) sum.add(SimWorld.of(seed).run());
        System.out.println(sum);
        assertEquals(List.of(), sum.neverSeen(), "what never happened isn't tested");
    }

    @Test
    void theSameSeedGivesTheSameRunEventByEvent() {
        for (long seed = 0; seed < 20; seed++) assertEquals(SimWorld.of(seed).run().toString(), SimWorld.of(seed).run().toString());
    }
}
