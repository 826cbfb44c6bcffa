package org.braid.testkit.sim.plant;

import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Who changes production code that something is planted in hears of it in a second, not in the quarter of an hour that the worlds of {@link PlantsTest} take. */
class PatchesTest {
    @ParameterizedTest
    @EnumSource
    void fitTheSourcesOfThisBuild(Plant plant) {
        for (Patch patch : plant.patches()) {
            String source = Sources.text(patch.type());
            assertNotEquals(source, patch.applied(source), "nothing is planted in " + patch.type());
        }
    }
}
