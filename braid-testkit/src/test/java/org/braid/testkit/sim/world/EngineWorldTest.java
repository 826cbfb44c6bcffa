package org.braid.testkit.sim.world;

import org.braid.testkit.sim.machine.Host;
import org.braid.testkit.sim.script.Tally;
import org.junit.jupiter.api.Test;

class EngineWorldTest {
    private static final long SEEDS = Long.getLong("sim.seeds", 1_000);

    @Test
    void worlds() {
        Long one = Long.getLong("sim.seed");
        Tally sum = new Tally();
        try (Host host = new Host()) {
            long first = one == null ? 0 : one;
            for (long seed = first; seed < first + (one == null ? SEEDS : 1); seed++) {
                sum.add(new EngineWorld(seed, host).run());
            }
        }
        System.out.println(sum);
        System.out.println(sum.neverSeen());
    }
}
