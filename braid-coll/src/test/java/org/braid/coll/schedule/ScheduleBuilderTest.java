package org.braid.coll.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.braid.coll.algorithm.Algorithm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Dependencies are those that a look at all pairs of steps would find, and are found without it. */
class ScheduleBuilderTest {
    private record Access(int step, int buffer, int from, int to, boolean writes) {
        boolean conflictsWith(Access later) {
            return buffer == later.buffer && Math.max(from, later.from) < Math.min(to, later.to) && (writes || later.writes);
        }
    }

    /** Of two steps that touch one unit, one of them writing, the later one waits for the earlier one, or for one that does. */
    @Test
    void whateverConflictsIsOrderedAndNothingElseIs() {
        long seed = Long.getLong("braid.coll.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int trial = 0; trial < 3000; trial++) {
            var steps = new ScheduleBuilder(new Shape(Operation.BARRIER, 2, 0, 0, true, false));
            int[] buffers = {steps.temporary(1, 12), steps.temporary(1, 12)};
            List<Access> accesses = new ArrayList<>();
            for (int step = 0; step < 25; step++) {
                int length = random.nextInt(5);
                int source = random.nextInt(2);
                int from = random.nextInt(13 - length);
                int to = random.nextInt(13 - length);
                steps.copy(buffers[source], from, from + length, buffers[1 - source], to);
                accesses.add(new Access(step, source, from, from + length, false));
                accesses.add(new Access(step, 1 - source, to, to + length, true));
            }
            assertOrdered(steps.build(), accesses, "replay with -Dbraid.coll.seed=" + seed);
        }
    }

    private static void assertOrdered(Schedule schedule, List<Access> accesses, String replay) {
        boolean[][] conflicts = new boolean[schedule.steps()][schedule.steps()];
        for (Access one : accesses) {
            for (Access later : accesses) {
                conflicts[later.step][one.step] |= one.step < later.step && one.conflictsWith(later);
            }
        }
        boolean[][] waits = new boolean[schedule.steps()][schedule.steps()];
        for (int step = 0; step < schedule.steps(); step++) {
            for (int at = schedule.firstPredecessor(step); at < schedule.firstPredecessor(step + 1); at++) {
                int earlier = schedule.predecessor(at);
                assertTrue(conflicts[step][earlier], () -> "waits without need; " + replay + "\n" + schedule);
                waits[step][earlier] = true;
                for (int other = 0; other < earlier; other++) {
                    waits[step][other] |= waits[earlier][other];
                }
            }
            for (int earlier = 0; earlier < step; earlier++) {
                assertTrue(waits[step][earlier] || !conflicts[step][earlier], () -> "does not wait; " + replay + "\n" + schedule);
            }
        }
    }

    /** Looking at all pairs of 200 000 steps would take minutes. */
    @Test
    @Timeout(60)
    void aScheduleOfAHundredThousandPeersIsMadeWithoutLookingAtAllPairs() {
        int ranks = 100_000;
        for (Algorithm algorithm : List.of(Algorithm.LINEAR_ALLTOALL, Algorithm.PAIRWISE_ALLTOALL)) {
            assertEquals(2 * ranks - 1, algorithm.generate(new Shape(Operation.ALLTOALL, ranks, 7, 0, true, false)).steps());
        }
        assertEquals(3 * (ranks - 1), Algorithm.CENTRAL_ALLREDUCE.generate(new Shape(Operation.ALLREDUCE, ranks, 0, 0, true, false)).steps());
    }
}
