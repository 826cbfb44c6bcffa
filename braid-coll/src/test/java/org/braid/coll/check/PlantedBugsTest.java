package org.braid.coll.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.util.Arrays;
import java.util.List;
import org.braid.coll.Schedules;
import org.braid.coll.Schedules.InPlace;
import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleSurgeon;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;

/** A checker that has never failed is no evidence: every way to spoil one step of a right schedule is caught. */
@Execution(CONCURRENT)
class PlantedBugsTest {
    private static final int SIZE = 6;

    @Test
    void aWrongPeerIsCaughtWhereverItStands() {
        assertAllCaught(Schedule.PEER, List.of(Schedule.SEND, Schedule.RECEIVE), (word, schedule) -> (word + 1) % schedule.shape().size());
    }

    @Test
    void aWrongOffsetIsCaughtWhereverItStands() {
        assertAllCaught(Schedule.SOURCE_FROM, List.of(Schedule.SEND, Schedule.COPY, Schedule.REDUCE), (word, schedule) -> word + 1);
        assertAllCaught(Schedule.TARGET_FROM, List.of(Schedule.RECEIVE, Schedule.COPY, Schedule.REDUCE), (word, schedule) -> word - 1);
    }

    @Test
    void aWrongLengthIsCaughtWhereverItStands() {
        assertAllCaught(Schedule.TARGET_TO, List.of(Schedule.RECEIVE, Schedule.COPY, Schedule.REDUCE), (word, schedule) -> word + 1);
    }

    @Test
    void aWrongBufferIsCaughtWhereverItStands() {
        assertAllCaught(Schedule.TARGET, List.of(Schedule.RECEIVE, Schedule.COPY, Schedule.REDUCE), (word, schedule) -> (word + 1) % schedule.buffers());
    }

    @Test
    void aForgottenReductionIsCaught() {
        assertAllCaught(Schedule.KIND, List.of(Schedule.REDUCE), (word, schedule) -> Schedule.FENCE);
        assertAllCaught(Schedule.KIND, List.of(Schedule.REDUCE), (word, schedule) -> Schedule.COPY);
    }

    @Test
    void swappedOperandsAreCaughtUnlessTheOperatorCommutes() {
        for (Algorithm algorithm : List.of(Algorithm.RECURSIVE_DOUBLING_ALLREDUCE, Algorithm.RABENSEIFNER_ALLREDUCE)) {
            var instance = new Instance(Operation.ALLREDUCE, SIZE, 0, SIZE + 1, false);
            Schedule[] commutative = Schedules.of(algorithm, Operation.ALLREDUCE, SIZE, 0, true, InPlace.NOBODY);
            Checker.check(new Instance(Operation.ALLREDUCE, SIZE, 0, SIZE + 1, true), commutative);
            var failure = assertThrows(CheckFailure.class, () -> Checker.check(instance, commutative), algorithm + " ignores the order");
            assertEquals(CheckFailure.Rule.PROVENANCE, failure.rule());
        }
    }

    @Test
    void everyMissingDependencyThatNoOtherImpliesIsCaught() {
        int caught = 0;
        for (Algorithm algorithm : Algorithm.values()) {
            Schedule[] right = isMoreOrdered(algorithm) ? new Schedule[0] : schedules(algorithm);
            for (int rank = 0; rank < right.length; rank++) {
                for (int at : ScheduleSurgeon.neededPredecessors(right[rank])) {
                    Schedule[] spoilt = right.clone();
                    spoilt[rank] = ScheduleSurgeon.withoutPredecessor(right[rank], at);
                    assertCaught(algorithm, spoilt, "rank " + rank + " forgets dependency " + at);
                    caught++;
                }
            }
        }
        System.out.println("missing dependencies caught: " + caught);
    }

    @Test
    void ranksThatAllReceiveBeforeTheySendAreCaught() {
        for (Algorithm algorithm : List.of(Algorithm.RING_ALLGATHER, Algorithm.RABENSEIFNER_ALLREDUCE, Algorithm.PAIRWISE_ALLTOALL)) {
            Schedule[] spoilt = schedules(algorithm);
            for (int rank = 0; rank < spoilt.length; rank++) {
                spoilt[rank] = ScheduleSurgeon.withBlockingReceives(spoilt[rank]);
            }
            assertEquals(CheckFailure.Rule.DEADLOCK, assertCaught(algorithm, spoilt, "receives block").rule());
        }
    }

    /** A window isn't needed for the result, nor that lengths are compared before anything is taken, where all are right. */
    private static boolean isMoreOrdered(Algorithm algorithm) {
        return algorithm == Algorithm.PAIRWISE_ALLTOALL || algorithm == Algorithm.TUW_GATHERV || algorithm == Algorithm.TUW_SCATTERV;
    }

    private interface Damage {
        int apply(int word, Schedule schedule);
    }

    private static void assertAllCaught(int at, List<Integer> kinds, Damage damage) {
        int caught = 0;
        for (Algorithm algorithm : Algorithm.values()) {
            Schedule[] right = schedules(algorithm);
            for (int rank = 0; rank < right.length; rank++) {
                for (int step = 0; step < right[rank].steps(); step++) {
                    if (kinds.contains(right[rank].word(step, Schedule.KIND))) {
                        Schedule[] spoilt = right.clone();
                        spoilt[rank] = ScheduleSurgeon.withWord(right[rank], step, at, damage.apply(right[rank].word(step, at), right[rank]));
                        assertCaught(algorithm, spoilt, "rank " + rank + " step " + step);
                        caught++;
                    }
                }
            }
        }
        System.out.println("word " + at + ": " + caught + " planted bugs caught");
    }

    private static CheckFailure assertCaught(Algorithm algorithm, Schedule[] spoilt, String where) {
        Operation operation = spoilt[0].shape().operation();
        int count = (operation == Operation.ALLTOALLV || operation == Operation.NEIGHBOR_ALLTOALLV ? 7 : 2) * spoilt.length + 1; // so that no block is empty, and cuts are unequal
        var instance = new Instance(operation, spoilt.length, root(operation), count, spoilt[0].shape().commutative());
        return assertThrows(CheckFailure.class, () -> Checker.check(instance, spoilt), () -> algorithm + ", " + where + " went unnoticed");
    }

    /** Dissemination is redundant at sizes that are no powers of two. */
    private static Schedule[] schedules(Algorithm algorithm) {
        Operation operation = operation(algorithm);
        int size = algorithm.allows(SIZE, true) && operation != Operation.BARRIER ? SIZE : 8;
        return Schedules.of(algorithm, operation, size, root(operation), !algorithm.allows(size, false), InPlace.NOBODY);
    }

    private static int root(Operation operation) {
        return operation.isRooted() ? 4 : 0;
    }

    private static Operation operation(Algorithm algorithm) {
        return Arrays.stream(Operation.values()).filter(algorithm::serves).findFirst().orElseThrow();
    }
}
