package org.braid.coll.algorithm.circulant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.check.CheckFailure;
import org.braid.coll.check.Checker;
import org.braid.coll.check.Instance;
import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleSurgeon;
import org.braid.coll.schedule.Shape;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;

/** The conditions of Träff's broadcast schedules for every number of ranks up to a few hundred, some of a large number, and the rounds that it takes. */
@Execution(CONCURRENT)
class CirculantBlocksTest {
    @Test
    void inEachPhaseEveryRankReceivesEachBlockOnce() {
        for (int size = 2; size <= 600; size++) {
            var graph = new CirculantBlocks(size);
            for (int rank = 0; rank < size; rank++) {
                assertPhase(graph, size, rank);
            }
        }
        var million = new CirculantBlocks(1_000_003);
        for (int rank = 1; rank < 1_000_003; rank += 9_973) {
            assertPhase(million, 1_000_003, rank);
        }
    }

    /** Its base block of this phase, and of the one before every other; it sends what it has by then. */
    private static void assertPhase(CirculantBlocks graph, int size, int rank) {
        int rounds = graph.rounds();
        long expected = (1L << rounds) - 1;
        int[] received = graph.received(rank);
        int[] sent = graph.sent(rank);
        int base = graph.base(rank);
        long seen = 0;
        for (int k = 0; k < rounds; k++) {
            int block = received[k] == base ? base : received[k] + rounds;
            seen |= rank == 0 ? 0 : 1L << block;
            boolean has = rank == 0 || sent[k] == base - rounds || isAmong(sent[k], received, k);
            assertTrue(has || graph.target(rank, k) == 0, () -> "rank " + rank + " of " + size + " sends what it has not got");
            assertTrue(received[k] == base || received[k] < 0 || rank == 0, () -> "rank " + rank + " of " + size + " receives a block too early");
        }
        assertEquals(rank == 0 ? 0 : expected, seen, () -> "rank " + rank + " of " + size);
    }

    private static boolean isAmong(int block, int[] received, int before) {
        for (int k = 0; k < before; k++) {
            if (received[k] == block) {
                return true;
            }
        }
        return false;
    }

    /** Nobody receives more segments than there are, and the rounds are as few as are possible: one segment of the root's leaves each round, and the last needs lg P of them. */
    @Test
    void nobodySendsOrReceivesMoreThanOneSegmentARound() {
        for (int size = 2; size <= 40; size++) {
            int rounds = 32 - Integer.numberOfLeadingZeros(size - 1);
            for (int segments : new int[] {1, 2, 5, 9}) {
                for (int rank = 0; rank < size; rank++) {
                    Schedule schedule = schedule(size, rank, segments);
                    int sends = count(schedule, Schedule.SEND);
                    assertEquals(rank == 0 ? 0 : segments, count(schedule, Schedule.RECEIVE));
                    assertTrue(sends <= segments - 1 + rounds, schedule::toString);
                }
            }
        }
    }

    private static Schedule schedule(int size, int rank, int segments) {
        return Algorithm.CIRCULANT_BCAST.generate(new Shape(Operation.BCAST, size, rank, 0, true, false), null, segments);
    }

    private static int count(Schedule schedule, int kind) {
        int count = 0;
        for (int step = 0; step < schedule.steps(); step++) {
            count += schedule.word(step, Schedule.KIND) == kind ? 1 : 0;
        }
        return count;
    }

    @Test
    void inAnyNumberOfSegmentsFromAnyRootItIsABroadcast() {
        int proven = 0;
        for (int size : new int[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 17, 20, 33}) {
            for (int root = 0; root < size; root += size > 9 ? 5 : 1) {
                for (int segments : new int[] {1, 2, 3, 4, 7, 16}) {
                    Checker.check(new Instance(Operation.BCAST, size, root, 2 * segments + 1, true), all(size, root, segments));
                    proven++;
                }
            }
        }
        assertTrue(proven > 300);
    }

    private static Schedule[] all(int size, int root, int segments) {
        Schedule[] all = new Schedule[size];
        for (int rank = 0; rank < size; rank++) {
            all[rank] = Algorithm.CIRCULANT_BCAST.generate(new Shape(Operation.BCAST, size, rank, root, true, false), null, segments);
        }
        return all;
    }

    @Test
    void aSegmentTooEarlyIsCaught() {
        int caught = 0;
        for (int rank = 0; rank < 9; rank++) {
            Schedule[] right = all(9, 4, 5);
            for (int step = 0; step < right[rank].steps(); step++) {
                if (right[rank].word(step, Schedule.KIND) == Schedule.SEND) {
                    int other = (right[rank].word(step, Schedule.SOURCE_FROM) + 1) % 5;
                    Schedule[] wrong = right.clone();
                    wrong[rank] = ScheduleSurgeon.withWord(ScheduleSurgeon.withWord(right[rank], step, Schedule.SOURCE_FROM, other), step, Schedule.SOURCE_TO, other + 1);
                    assertThrows(CheckFailure.class, () -> Checker.check(new Instance(Operation.BCAST, 9, 4, 10, true), wrong));
                    caught++;
                }
            }
        }
        assertEquals(40, caught);
    }
}
