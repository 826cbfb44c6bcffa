package org.braid.testkit.sim.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import org.braid.testkit.sim.plant.Engine;
import org.junit.jupiter.api.Test;

class EngineWorldTest {
    private static final long SEEDS = Long.getLong("sim.seeds", 10_000);

    @Test
    void worlds() throws Exception {
        Long one = Long.getLong("sim.seed");
        try (Engine engine = Engine.with()) {
            long first = one == null ? 0 : one;
            for (long seed = first; seed < first + (one == null ? SEEDS : 1); seed++) {
                assertNull(engine.run(seed));
            }
            System.out.println(engine);
            assertEquals(List.of(), engine.neverSeen());
        }
    }
}
