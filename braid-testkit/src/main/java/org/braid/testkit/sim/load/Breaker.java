package org.braid.testkit.sim.load;

import org.braid.testkit.sim.script.Script;
import org.braid.testkit.sim.wire.Wires;

/** Breaks connections, until the world is healed. */
record Breaker(Script script, Wires wires) {
    private static final long SOON_NS = 300_000;

    void start() {
        script.within(SOON_NS, this::turn);
    }

    private void turn() {
        if (script.isFaulty()) {
            wires.breakOne();
            start();
        }
    }
}
