package org.braid.coll.engine.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleSurgeon;
import org.braid.coll.schedule.Shape;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Whatever is complete when: steps start when what they wait for is done, no more of them than there are places, and all of them once. */
class WindowTest {
    private static final List<Algorithm> PIPELINES = List.of(Algorithm.CHAIN_BCAST, Algorithm.BINARY_REDUCE, Algorithm.DOUBLE_TREE_ALLREDUCE, Algorithm.CIRCULANT_BCAST, Algorithm.CIRCULANT_REDUCE, Algorithm.BINARY_SCAN);

    /** One run, with what each place holds, in which order steps have started, and which are complete. */
    private static final class Run {
        private final Schedule schedule;
        private final Schedule all;
        private final Random random;
        private final int[] states; // 0, 1 for started, 2 for complete
        private final List<Integer> underWay = new ArrayList<>();

        Run(Schedule schedule, Random random) {
            this.schedule = schedule;
            this.all = schedule.writtenOut();
            this.random = random;
            this.states = new int[schedule.steps()];
        }

        void drive(Window window) {
            do {
                while (window.next()) {
                    while (window.mayStart()) {
                        start(window);
                    }
                }
            } while (completesOne(window));
            assertTrue(window.isOver());
            for (int step = 0; step < states.length; step++) {
                assertEquals(2, states[step], "step " + step);
            }
        }

        private boolean completesOne(Window window) {
            if (underWay.isEmpty()) {
                return false;
            }
            int step = underWay.remove(random.nextInt(underWay.size()));
            states[step] = 2;
            window.complete(step);
            return true;
        }

        private void start(Window window) {
            assertFalse(window.isOver());
            int first = 0;
            while (states[first] == 2) {
                first++;
            }
            int step = window.number();
            assertTrue(step < first + schedule.window(), "too far ahead: step " + step + ", where " + first + " is the first that is not complete");
            assertEquals(0, states[step], "started twice: step " + step);
            for (int at = all.firstPredecessor(step); at < all.firstPredecessor(step + 1); at++) {
                int entry = all.predecessor(at);
                assertTrue(entry < 0 ? states[~entry] > 0 : states[entry] == 2, "step " + step + " starts before " + entry);
            }
            for (int at = 0; at < Schedule.STRIDE; at++) {
                boolean isExtent = at >= Schedule.SOURCE_FROM && at != Schedule.TARGET;
                int further = isExtent ? window.round() * schedule.stride(window.held(), at) : 0;
                assertEquals(all.word(step, at), schedule.written(window.held(), at) + further);
            }
            states[step] = 1;
            underWay.add(step);
            window.start();
        }
    }

    @Test
    void stepsStartWhenTheyMayWhateverIsCompleteFirst() {
        long seed = Long.getLong("braid.coll.seed", System.nanoTime());
        for (int trial = 0; trial < 300; trial++) {
            Random random = new Random(seed + trial);
            Algorithm algorithm = PIPELINES.get(random.nextInt(PIPELINES.size()));
            @Nullable Window window = null;
            for (int run = 0; run < 3; run++) {
                Schedule schedule = looped(algorithm, random);
                if (window == null) {
                    window = new Window(schedule);
                } else {
                    window.begin(schedule);
                }
                try {
                    new Run(schedule, random).drive(window);
                    window.begin(schedule);
                    new Run(schedule, random).drive(window);
                } catch (AssertionError failed) {
                    throw new AssertionError("replay with -Dbraid.coll.seed=" + (seed + trial) + ": " + schedule, failed);
                }
            }
        }
    }

    private static Schedule looped(Algorithm algorithm, Random random) {
        Operation operation = Operation.BCAST;
        for (Operation each : Operation.values()) {
            operation = algorithm.serves(each) ? each : operation;
        }
        while (true) {
            int size = 2 + random.nextInt(8);
            Shape shape = new Shape(operation, size, random.nextInt(size), operation.isRooted() ? random.nextInt(size) : 0, true, false);
            Schedule schedule = algorithm.generate(shape, null, 20 + random.nextInt(200));
            if (schedule.isLooped()) {
                return ScheduleSurgeon.withWindow(schedule, 1 << random.nextInt(9));
            }
        }
    }
}
