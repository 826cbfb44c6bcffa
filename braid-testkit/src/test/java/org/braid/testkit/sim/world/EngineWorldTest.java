package org.braid.testkit.sim.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.ArrayList;
import java.util.List;
import java.util.PrimitiveIterator;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.braid.testkit.sim.plant.Engine;
import org.junit.jupiter.api.Test;

/**
 * Five thousand worlds in each build, half of them beside the other half, each half in an engine of its own: most are always the same, and one in {@value #FRESH_SHARE} is one that no build had before: what it finds fails a build that has another purpose. {@code -Dsim.seed=N} replays one, {@code -Dsim.seeds=N} runs more, {@code -Dsim.first=N} replays
 * those that only one build had; {@code -Dsim.without=KILL,CUT} leaves faults out, to find out which one it takes.
 */
class EngineWorldTest {
    private static final long WORLDS = Long.getLong("sim.seeds", 5_000);
    private static final int FRESH_SHARE = 200;
    private static final long FRESH = Long.getLong("sim.first", 1_000_000 + System.currentTimeMillis());

    /** What fresh worlds have found once, and none of the fixed ones shows. */
    private static final long[] RARE = {6338, 82_160, 166_982, 279_198, 81_002_401, 81_003_297, 81_005_099, 1_021_185};

    /** What happens in {@link BoardWorldTest} alone, which wants it. */
    private static final List<String> ELSEWHERE = List.of("sight COPIED", "sight STOPPED_LOOKING");

    @Test
    void nothingIsLostDoubledReorderedForgottenOrLeaked() throws Exception {
        Long one = Long.getLong("sim.seed");
        if (one != null) {
            try (Engine engine = Engine.with()) {
                run(engine, LongStream.of(one));
                System.out.println(engine);
            }
            return;
        }
        System.out.println("fresh worlds: -Dsim.first=" + FRESH);
        long fixed = WORLDS - WORLDS / FRESH_SHARE;
        try (Engine even = Engine.with(); Engine odd = Engine.with(); ExecutorService beside = Executors.newSingleThreadExecutor()) {
            Future<?> half = beside.submit(() -> run(odd, LongStream.range(0, fixed).filter(seed -> seed % 2 == 1)));
            try {
                run(even, LongStream.range(FRESH, FRESH + WORLDS / FRESH_SHARE));
                run(even, LongStream.range(0, fixed).filter(seed -> seed % 2 == 0));
                run(even, LongStream.of(RARE));
            } finally {
                half.get(); // what it has found is no worse than what the others have
            }
            System.out.println(even + "\n" + odd);
            List<String> never = new ArrayList<>(even.neverSeen());
            never.retainAll(odd.neverSeen());
            never.removeAll(ELSEWHERE);
            assertEquals(List.of(), never, "what never happened isn't tested");
            assertEquals(List.of(), even.neverDrawn(), "transitions that are drawn nowhere");
            assertEquals(List.of(), odd.neverDrawn(), "transitions that are drawn nowhere");
        }
    }

    private static void run(Engine engine, LongStream seeds) {
        for (PrimitiveIterator.OfLong each = seeds.iterator(); each.hasNext(); ) {
            String broken = engine.run(each.nextLong());
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
