package org.braid.testkit.sim.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.List;
import org.braid.testkit.sim.plant.Engine;
import org.junit.jupiter.api.Test;

/**
 * Ten thousand worlds in each build: most are always the same, and one in {@value #FRESH_SHARE} is one that no build had before: what it finds fails a build that has another purpose. {@code -Dsim.seed=N} replays one, {@code -Dsim.seeds=N} runs more, {@code -Dsim.first=N} replays
 * those that only one build had; {@code -Dsim.without=KILL,CUT} leaves faults out, to find out which one it takes.
 */
class EngineWorldTest {
    private static final long WORLDS = Long.getLong("sim.seeds", 10_000);
    private static final int FRESH_SHARE = 400;
    private static final long FRESH = Long.getLong("sim.first", 1_000_000 + System.currentTimeMillis());

    /** What fresh worlds have found once, and none of the fixed ones shows. */
    private static final long[] RARE = {6338, 81_002_401, 81_003_297, 81_005_099};

    @Test
    void nothingIsLostDoubledReorderedForgottenOrLeaked() throws Exception {
        try (Engine engine = Engine.with()) {
            Long one = Long.getLong("sim.seed");
            if (one != null) {
                run(engine, one, 1);
                System.out.println(engine);
                return;
            }
            System.out.println("fresh worlds: -Dsim.first=" + FRESH);
            run(engine, FRESH, WORLDS / FRESH_SHARE);
            run(engine, 0, WORLDS - WORLDS / FRESH_SHARE);
            for (long seed : RARE) {
                run(engine, seed, 1);
            }
            System.out.println(engine);
            assertEquals(List.of(), engine.neverSeen(), "what never happened isn't tested");
        }
    }

    private static void run(Engine engine, long first, long worlds) {
        for (long seed = first; seed < first + worlds; seed++) {
            String broken = engine.run(seed);
            if (broken != null) {
                fail(broken);
            }
        }
    }

    @Test
    void theSameSeedGivesTheSameWorldEventByEvent() throws Exception {
        try (Engine one = Engine.with(); Engine other = Engine.with()) {
            for (long seed = 0; seed < 20; seed++) {
                one.run(seed);
                other.run(seed);
                assertEquals(one.toString(), other.toString(), "seed " + seed);
            }
        }
    }
}
