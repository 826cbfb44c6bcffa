package org.braid.testkit.sim.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.braid.testkit.sim.script.SimFailure;
import org.braid.testkit.sim.script.VirtualTime;
import org.junit.jupiter.api.Test;

/** A loop without end in the runtime fails its world instead of hanging the build. */
class StandingTimeTest {
    private static final int MANY = 50_000;

    private final VirtualTime time = new VirtualTime(4711);

    @Test
    void whoeverLooksAtTheClockForEverIsTold() {
        SimFailure endless = assertThrows(SimFailure.class, () -> {
            while (time.nanoTime() == 4711) {}
        });
        assertTrue(endless.toString().contains("time stands still"), endless::toString);
    }

    /** What catches everything cannot hide it. */
    @Test
    void theWorldEndsAfterTheEvent() {
        time.after(0, () -> {
            try {
                while (time.nanoTime() == 4711) {}
            } catch (SimFailure caught) {
                time.after(0, () -> {});
            }
        });
        assertThrows(SimFailure.class, time::step);
    }

    @Test
    void eachEventMayLookAgain() {
        for (int event = 0; event < 4; event++) {
            time.after(10, () -> {});
            time.step();
            for (int i = 0; i < MANY; i++) {
                assertEquals(4711 + 10 * (event + 1), time.nanoTime());
            }
        }
    }
}
