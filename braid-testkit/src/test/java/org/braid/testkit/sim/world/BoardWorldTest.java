package org.braid.testkit.sim.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.braid.testkit.sim.plant.Engine;
import org.junit.jupiter.api.Test;

/** Worlds of blocking collective calls over shared memory: those that are always the same, and some that no build had before. {@code -Dsim.seed=N} replays one, {@code -Dsim.seeds=N} runs more, {@code -Dsim.first=N} replays those that only one build had. */
class BoardWorldTest {
    private static final long WORLDS = Long.getLong("sim.seeds", 1_000);
    private static final long FRESH_SHARE = 33;
    private static final long FRESH = Long.getLong("sim.first", 1_000_000 + System.currentTimeMillis());

    /**
     * In 2376 a wish that its sleeper was about to withdraw was taken by a later look, and the message came behind a long block of that call. In 16531 a rank took what another one's program had written over its memory since its call had failed there. In 44144 a rank that freed the
     * communicator said that another one had called free, whose call had failed. In 1796094837575 a rank that had as many messages under way as there may be did not hear of a death.
     */
    private static final long[] RARE = {2376, 16_531, 44_144, 1_796_094_837_575L};

    /** What has to have happened, so that the evidence is of all of it. */
    private static final List<String> WANTED = List.of(
            "fault KILL", "fault OPERATOR_THROWS", "fault SEGMENT_REFUSED", "fault NOBODY_POLLS", "sight COLLECTIVE_ENDED", "sight OPERATOR_HAS_FAILED", "sight TOLD_OF_CALLING_OFF", "sight COLLECTIVE_LOST_ITS_PEER", "sight STOPPED_LOOKING", "sight CALL_SLEPT", "sight RUNG",
            "sight COPIED", "sight CLOSED_WHOLE");

    @Test
    void everyCallOverSharedMemoryEndsRightOrForAReason() throws Exception {
        Long one = Long.getLong("sim.seed");
        try (Engine engine = Engine.with()) {
            if (one != null) {
                run(engine, LongStream.of(one));
                System.out.println(engine);
                return;
            }
            System.out.println("fresh worlds: -Dsim.first=" + FRESH);
            run(engine, LongStream.range(0, WORLDS));
            run(engine, LongStream.of(RARE));
            run(engine, LongStream.range(FRESH, FRESH + WORLDS / FRESH_SHARE));
            System.out.println(engine);
            List<String> never = new ArrayList<>(engine.neverSeen());
            never.retainAll(WANTED);
            assertEquals(List.of(), never, "what never happened isn't tested");
        }
    }

    private static void run(Engine engine, LongStream seeds) {
        seeds.forEach(seed -> {
            String broken = engine.runCalls(seed);
            if (broken != null) {
                fail(broken);
            }
        });
    }

    @Test
    void theSameSeedGivesTheSameWorldEventByEvent() throws Exception {
        try (Engine one = Engine.with(); Engine other = Engine.with()) {
            for (long seed = 0; seed < 20; seed++) {
                one.runCalls(seed);
                other.runCalls(seed);
                assertEquals(one.toString(), other.toString(), "seed " + seed);
            }
        }
    }
}
