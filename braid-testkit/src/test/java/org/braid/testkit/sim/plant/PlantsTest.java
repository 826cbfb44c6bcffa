package org.braid.testkit.sim.plant;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.util.PrimitiveIterator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A checker that has never failed is no evidence: each planted bug is found within a thousand worlds, a rare one by the world that has found it before. */
class PlantsTest {
    private static final int WORLDS = 1_000;

    @ParameterizedTest
    @Execution(CONCURRENT)
    @EnumSource
    void isFoundWithinAThousandWorlds(Plant plant) throws Exception {
        try (Engine engine = plant.engine()) {
            String found = null;
            long seed = 0;
            for (PrimitiveIterator.OfLong worlds = plant.worlds(WORLDS).iterator(); worlds.hasNext() && found == null; ) {
                seed = worlds.nextLong();
                found = plant.run(engine, seed);
            }
            System.out.println("planted " + plant + ": " + (found == null ? "survived" : "found by world " + seed + ": " + firstLine(found)));
            assertNotNull(found, plant + " survived " + WORLDS + " worlds");
        }
    }

    private static @Nullable String firstLine(String text) {
        return text.lines().findFirst().orElse(null);
    }
}
