package org.braid.coll.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;
import org.braid.coll.Schedules;
import org.braid.coll.Schedules.InPlace;
import org.braid.coll.algorithm.board.BoardSchedules;
import org.braid.coll.algorithm.board.LongSchedules;
import org.braid.coll.board.Extent;
import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleSurgeon;
import org.braid.coll.schedule.Shape;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Schedules over shared memory are right for every size, root and operator, and combine in the brackets of every reproducible reduction; and spoilt ones are found out. */
@Execution(CONCURRENT)
class BoardSchedulesTest {
    private static final int[] SIZES = {2, 3, 4, 5, 6, 7, 8, 9, 16, 17, 33};
    private static final int[] COUNTS = {0, 1, 5};

    static Stream<Operation> served() {
        return Arrays.stream(Operation.values()).filter(BoardSchedules::serve);
    }

    @ParameterizedTest
    @MethodSource("served")
    void eachGivesWhatItsOperationMeans(Operation operation) {
        for (int size : SIZES) {
            for (int root = 0; root < (operation.isRooted() ? size : 1); root++) {
                for (int count : COUNTS) {
                    for (InPlace inPlace : InPlace.values()) {
                        var instance = new Instance(operation, size, root, count, false);
                        Schedule[] schedules = schedules(operation, size, root, inPlace);
                        if (operation.isReduction()) {
                            Checker.checkReproducible(instance, schedules);
                        } else {
                            Checker.check(instance, schedules);
                        }
                    }
                }
            }
        }
    }

    private static Schedule[] schedules(Operation operation, int size, int root, InPlace inPlace) {
        return schedules(operation, size, root, inPlace, Extent.SHORT.placeBytes());
    }

    private static Schedule[] schedules(Operation operation, int size, int root, InPlace inPlace, int placeBytes) {
        var all = new Schedule[size];
        for (int rank = 0; rank < size; rank++) {
            all[rank] = BoardSchedules.generate(new Shape(operation, size, rank, root, false, Schedules.isInPlace(operation, rank, root, inPlace)), placeBytes);
        }
        return all;
    }

    /** Of a part: the checker's vector is one, and of a table its blocks are parts of blocks, which lie where those do. */
    @ParameterizedTest
    @EnumSource(names = {"BCAST", "REDUCE", "ALLREDUCE", "GATHER", "SCATTER", "ALLGATHER", "ALLGATHERV", "ALLTOALL", "REDUCE_SCATTER", "REDUCE_SCATTER_BLOCK", "SCAN", "EXSCAN"})
    void callsInPartsAreRightAndReductionsKeepTheBrackets(Operation operation) {
        for (int size : SIZES) {
            for (int root = 0; root < (operation.isRooted() ? size : 1); root++) {
                for (int count : COUNTS) {
                    for (InPlace inPlace : InPlace.values()) {
                        var instance = new Instance(operation, size, root, count, false);
                        Schedule[] parts = inParts(operation, size, root, inPlace);
                        assertTrue(LongSchedules.serve(operation, size, 1 << 20, Extent.LONG.placeBytes(), true));
                        if (operation.isReduction()) {
                            Checker.checkReproducible(instance, parts);
                        } else {
                            Checker.check(instance, parts);
                        }
                    }
                }
            }
        }
    }

    private static Schedule[] inParts(Operation operation, int size, int root, InPlace inPlace) {
        var all = new Schedule[size];
        for (int rank = 0; rank < size; rank++) {
            all[rank] = LongSchedules.generate(new Shape(operation, size, rank, root, false, Schedules.isInPlace(operation, rank, root, inPlace)), Extent.LONG.placeBytes());
        }
        return all;
    }

    @ParameterizedTest
    @EnumSource(names = {"REDUCE", "ALLREDUCE", "ALLGATHERV", "REDUCE_SCATTER", "SCAN", "EXSCAN"})
    void oneStepThatIsMissingInAPartIsFoundOut(Operation operation) {
        Schedule[] right = inParts(operation, 5, operation.isRooted() ? 3 : 0, InPlace.NOBODY);
        for (int rank = 0; rank < right.length; rank++) {
            for (int step = 0; step < right[rank].steps(); step++) {
                Schedule[] spoilt = right.clone();
                spoilt[rank] = ScheduleSurgeon.withWord(right[rank], step, Schedule.KIND, Schedule.FENCE);
                var instance = new Instance(operation, 5, right[rank].shape().root(), 12, false); // no block is empty
                String where = "rank " + rank + " without step " + step;
                assertThrows(CheckFailure.class, () -> Checker.check(instance, spoilt), () -> where + " went unnoticed");
            }
        }
    }

    /** The nodes of a scan that are combined lie at lower ranks, each at one of them. */
    @ParameterizedTest
    @EnumSource(names = {"SCAN", "EXSCAN"})
    void whoLooksAtAnotherNodeOfALongScanIsFoundOut(Operation operation) {
        int spoilt = 0;
        for (int size = 3; size <= 9; size++) {
            Schedule[] right = inParts(operation, size, 0, InPlace.NOBODY);
            for (int rank = 0; rank < size; rank++) {
                for (int step = 0; step < right[rank].steps(); step++) {
                    if (right[rank].word(step, Schedule.KIND) == Schedule.SEE) {
                        assertOtherPeersAreFoundOut(right, rank, step);
                        spoilt++;
                    }
                }
            }
        }
        assertTrue(spoilt > 50, "so few: " + spoilt);
    }

    private static void assertOtherPeersAreFoundOut(Schedule[] right, int rank, int step) {
        for (int peer = 0; peer < right.length; peer++) {
            if (peer != right[rank].word(step, Schedule.PEER)) {
                Schedule[] spoilt = right.clone();
                spoilt[rank] = ScheduleSurgeon.withWord(right[rank], step, Schedule.PEER, peer);
                assertCaught(right[rank].shape().operation(), spoilt, "rank " + rank + " step " + step + " at rank " + peer);
            }
        }
    }

    /** Of tables whose blocks have up to 13 bytes, where there is room for eight. */
    private static Schedule[] tight(Operation operation, int size, int root, InPlace inPlace) {
        return schedules(operation, size, root, inPlace, 16 * (operation == Operation.GATHERV ? 1 : size));
    }

    @ParameterizedTest
    @EnumSource(names = {"GATHERV", "SCATTERV", "ALLTOALLV"})
    void blocksThatAreTooLongForTheMemoryGoByMessages(Operation operation) {
        for (int size : SIZES) {
            for (int root = 0; root < (operation.isRooted() ? size : 1); root++) {
                for (InPlace inPlace : InPlace.values()) {
                    Checker.check(new Instance(operation, size, root, 12, false), tight(operation, size, root, inPlace));
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"GATHERV", "SCATTERV", "ALLTOALLV"})
    void aLongBlockThatIsNotSentOrNotReceivedIsFoundOut(Operation operation) {
        Schedule[] right = tight(operation, 5, 0, InPlace.NOBODY);
        int caught = 0;
        for (int rank = 0; rank < right.length; rank++) {
            for (int step = 0; step < right[rank].steps(); step++) {
                int kind = right[rank].word(step, Schedule.KIND);
                if (kind == Schedule.SEND_LONG || kind == Schedule.RECEIVE_LONG) {
                    Schedule[] spoilt = right.clone();
                    spoilt[rank] = ScheduleSurgeon.withWord(right[rank], step, Schedule.KIND, Schedule.FENCE);
                    caught += isCaught(new Instance(operation, 5, 0, 12, false), spoilt) ? 1 : 0;
                }
            }
        }
        assertTrue(caught >= 2, "so few: " + caught);
    }

    private static boolean isCaught(Instance instance, Schedule[] spoilt) {
        try {
            Checker.check(instance, spoilt);
            return false;
        } catch (CheckFailure found) {
            return true;
        }
    }

    @ParameterizedTest
    @MethodSource("served")
    void oneStepThatIsMissingIsFoundOut(Operation operation) {
        int caught = 0;
        Schedule[] right = schedules(operation, 5, operation.isRooted() ? 3 : 0, InPlace.NOBODY);
        for (int rank = 0; rank < right.length; rank++) {
            for (int step = 0; step < right[rank].steps(); step++) {
                Schedule[] spoilt = right.clone();
                spoilt[rank] = ScheduleSurgeon.withWord(right[rank], step, Schedule.KIND, Schedule.FENCE);
                if (isOfUse(right, rank, step)) {
                    assertCaught(operation, spoilt, "rank " + rank + " without step " + step);
                    caught++;
                }
            }
        }
        assertTrue(caught >= right.length, "so few: " + caught);
    }

    /** Nobody reads what the root of a scatter or a bcast has at home; no block is long, and some of a table are empty. */
    private static boolean isOfUse(Schedule[] all, int rank, int step) {
        int kind = all[rank].word(step, Schedule.KIND);
        if (kind == Schedule.SEND_LONG || kind == Schedule.RECEIVE_LONG || kind != Schedule.SHOW && isEmpty(all[rank], step)) {
            return false;
        }
        return all[rank].word(step, Schedule.KIND) != Schedule.SHOW || Arrays.stream(all).anyMatch(other -> sees(other, rank, all[rank].word(step, Schedule.TARGET)));
    }

    private static boolean isEmpty(Schedule schedule, int step) {
        Shape shape = schedule.shape();
        var instance = new Instance(shape.operation(), shape.size(), shape.root(), 3, false);
        return shape.operation() == Operation.ALLTOALLV && new SymbolicMemory(instance, schedule).length(step, Schedule.TARGET) == 0;
    }

    private static boolean sees(Schedule other, int rank, int phase) {
        for (int step = 0; step < other.steps(); step++) {
            int peer = other.word(step, Schedule.PEER);
            if (other.word(step, Schedule.KIND) == Schedule.SEE && other.word(step, Schedule.SOURCE) == phase && (peer == Schedule.EVERYBODY || peer == rank)) {
                return true;
            }
        }
        return false;
    }

    @Test
    void whoLooksAtAnotherPeerPhaseOrUnitIsFoundOut() {
        Schedule[] right = schedules(Operation.BCAST, 5, 3, InPlace.NOBODY);
        spoil(right, Schedule.PEER, peer -> peer == 3 ? 2 : 3);
        spoil(right, Schedule.PEER, peer -> 7);
        spoil(right, Schedule.SOURCE, phase -> phase + 1);
        spoil(right, Schedule.SOURCE_TO, end -> end + 1);
        spoil(right, Schedule.TARGET, target -> Schedule.IN);
        Schedule[] blocks = schedules(Operation.ALLTOALL, 5, 0, InPlace.NOBODY);
        spoilSight(blocks, Schedule.SOURCE_FROM, from -> (from + 1) % 5, Schedule.SOURCE_TO, to -> to % 5 + 1);
    }

    private static void spoil(Schedule[] right, int at, IntUnaryOperator damage) {
        spoilSight(right, at, damage, at, IntUnaryOperator.identity());
    }

    /** In rank 1, whose SEE is its last step. */
    private static void spoilSight(Schedule[] right, int at, IntUnaryOperator damage, int alsoAt, IntUnaryOperator alsoDamage) {
        Schedule[] spoilt = right.clone();
        int step = right[1].steps() - 1;
        assertEquals(Schedule.SEE, right[1].word(step, Schedule.KIND));
        Schedule once = ScheduleSurgeon.withWord(right[1], step, at, damage.applyAsInt(right[1].word(step, at)));
        spoilt[1] = alsoAt == at ? once : ScheduleSurgeon.withWord(once, step, alsoAt, alsoDamage.applyAsInt(right[1].word(step, alsoAt)));
        assertCaught(right[1].shape().operation(), spoilt, "word " + at);
    }

    private static void assertCaught(Operation operation, Schedule[] spoilt, String where) {
        var instance = new Instance(operation, spoilt.length, spoilt[0].shape().root(), 3, false);
        assertThrows(CheckFailure.class, () -> Checker.check(instance, spoilt), () -> operation + ", " + where + " went unnoticed");
    }
}
