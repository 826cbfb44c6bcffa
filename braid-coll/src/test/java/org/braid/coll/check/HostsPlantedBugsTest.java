package org.braid.coll.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.util.ArrayList;
import java.util.List;
import org.braid.coll.Schedules.InPlace;
import org.braid.coll.board.Extent;
import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleSurgeon;
import org.braid.coll.schedule.Shape;
import org.braid.coll.topology.Hosts;
import org.braid.coll.topology.Places;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Schedules over the shared memory of each of several hosts that are spoilt in one place are found out. */
@Execution(CONCURRENT)
class HostsPlantedBugsTest {
    /** Elements of a block where something is spoilt: with so many no block of a table is empty that all know. */
    private static final int SPOILT_COUNT = 5;

    @Test
    void otherBracketsAreFoundOut() {
        Hosts hosts = Hosts.of(Places.hosts(3, 3));
        Schedule[] others = HostsInstances.schedules(Operation.ALLREDUCE, hosts, 6, 0, false, InPlace.NOBODY, Extent.SHORT.placeBytes(), false);
        var instance = new Instance(Operation.ALLREDUCE, 6, 0, 2, false);
        Checker.check(instance, others);
        assertEquals(CheckFailure.Rule.ASSOCIATION, assertThrows(CheckFailure.class, () -> Checker.checkReproducible(instance, others)).rule());
    }

    @ParameterizedTest
    @EnumSource(names = {"GATHERV", "SCATTERV", "ALLTOALLV"})
    void aLongBlockThatIsNotSentOrNotReceivedIsFoundOut(Operation operation) {
        for (Hosts hosts : pairs()) {
            Schedule[] right = HostsInstances.tight(operation, hosts, 6, 0, InPlace.NOBODY);
            var instance = new Instance(operation, 6, 0, 12, true);
            int caught = 0;
            for (int rank = 0; rank < right.length; rank++) {
                for (int step = 0; step < right[rank].steps(); step++) {
                    if (isLong(instance, right[rank], step)) {
                        Schedule[] spoilt = right.clone();
                        spoilt[rank] = ScheduleSurgeon.withWord(right[rank], step, Schedule.KIND, Schedule.FENCE);
                        assertThrows(CheckFailure.class, () -> Checker.check(instance, spoilt));
                        caught++;
                    }
                }
            }
            assertTrue(caught >= 4, "so few: " + caught);
        }
    }

    /** The root of a scatterv sends a long block and shows the others afterwards: who waits for that would be woken by the block. */
    @Test
    void aMessageToSomebodyWhoWaitsForTheSameRankToShowIsFoundOut() {
        Hosts hosts = pairs().getFirst();
        int caught = 0;
        for (Operation operation : List.of(Operation.SCATTERV, Operation.ALLTOALLV)) {
            Schedule[] right = HostsInstances.tight(operation, hosts, 6, 0, InPlace.NOBODY);
            for (int step = 1; step < right[0].steps(); step++) {
                if (right[0].word(step, Schedule.KIND) == Schedule.SEND_LONG && hosts.hostOf(right[0].word(step, Schedule.PEER)) == 0) {
                    Schedule[] spoilt = right.clone();
                    spoilt[0] = ScheduleSurgeon.withStepFirst(right[0], step);
                    assertThrows(CheckFailure.class, () -> Checker.check(new Instance(operation, 6, 0, 12, true), spoilt));
                    caught++;
                }
            }
        }
        assertEquals(4, caught);
    }

    private static boolean isLong(Instance instance, Schedule schedule, int step) {
        int kind = schedule.word(step, Schedule.KIND);
        boolean mayBe = kind == Schedule.SEND_LONG || kind == Schedule.RECEIVE_LONG;
        return mayBe && new SymbolicMemory(instance, schedule).kind(step) != Schedule.FENCE;
    }

    /** Of two hosts of three ranks, in blocks and in turn, and three hosts of two at two sites. */
    private static List<Hosts> pairs() {
        List<Hosts> pairs = new ArrayList<>();
        for (boolean cyclic : new boolean[] {false, true}) {
            pairs.add(Hosts.of(Places.hosts(2, 3, cyclic)));
            pairs.add(Hosts.of(Places.figure9(2, cyclic)));
        }
        return pairs;
    }

    @ParameterizedTest
    @MethodSource("org.braid.coll.check.HostsInstances#served")
    void oneStepThatIsMissingIsFoundOut(Operation operation) {
        int root = operation.isRooted() ? 4 : 0;
        for (Hosts hosts : pairs()) {
            Schedule[] right = HostsInstances.schedules(operation, hosts, 6, root, true, InPlace.NOBODY);
            int caught = 0;
            for (int rank = 0; rank < right.length; rank++) {
                for (int step = 0; step < right[rank].steps(); step++) {
                    if (isOfUse(right[rank], step)) {
                        Schedule[] spoilt = right.clone();
                        spoilt[rank] = ScheduleSurgeon.withWord(right[rank], step, Schedule.KIND, Schedule.FENCE);
                        assertCaught(operation, root, spoilt, "rank " + rank + " without step " + step);
                        caught++;
                    }
                }
            }
            assertTrue(caught >= right.length, "so few: " + caught);
        }
    }

    /** A fence does nothing by itself, no block is long, and of a table some are empty. */
    private static boolean isOfUse(Schedule schedule, int step) {
        int kind = schedule.word(step, Schedule.KIND);
        return switch (kind) {
            case Schedule.FENCE, Schedule.SEND_LONG, Schedule.RECEIVE_LONG -> false;
            case Schedule.COPY, Schedule.SEE -> !isEmpty(schedule, step, Schedule.TARGET) && (kind == Schedule.SEE || !isEmpty(schedule, step, Schedule.SOURCE));
            default -> true;
        };
    }

    private static boolean isEmpty(Schedule schedule, int step, int at) {
        Shape shape = schedule.shape();
        var instance = new Instance(shape.operation(), shape.size(), shape.root(), SPOILT_COUNT, true);
        return shape.operation() != Operation.BARRIER && schedule.layout(schedule.word(step, at)) >= Schedule.TABLE && new SymbolicMemory(instance, schedule).length(step, at) == 0;
    }

    /** Of a barrier: what a leader says it says before it has seen all, or been told. */
    @Test
    void aLeaderThatDoesNotWaitForAllIsFoundOut() {
        for (Hosts hosts : pairs()) {
            Schedule[] right = HostsInstances.schedules(Operation.BARRIER, hosts, 6, 0, true, InPlace.NOBODY);
            int caught = 0;
            for (int at : ScheduleSurgeon.neededPredecessors(right[0])) {
                if (isNews(right[0], right[0].predecessor(at))) {
                    Schedule[] spoilt = right.clone();
                    spoilt[0] = ScheduleSurgeon.withoutPredecessor(right[0], at);
                    assertCaught(Operation.BARRIER, 0, spoilt, "entry " + at);
                    caught++;
                }
            }
            assertTrue(caught >= 2, "so few: " + caught);
        }
    }

    /** Whether a step that another one waits for hears of others. */
    private static boolean isNews(Schedule schedule, int step) {
        return step >= 0 && (schedule.word(step, Schedule.KIND) == Schedule.SEE || schedule.word(step, Schedule.KIND) == Schedule.RECEIVE);
    }

    @Test
    void whoSeesAnotherMemberPhaseOrUnitIsFoundOut() {
        Hosts hosts = pairs().getFirst();
        Schedule[] right = HostsInstances.schedules(Operation.SCATTER, hosts, 6, 4, true, InPlace.NOBODY);
        spoil(right, Schedule.PEER, 2);
        spoil(right, Schedule.PEER, 3);
        spoil(right, Schedule.SOURCE, 1);
        spoil(right, Schedule.SOURCE_FROM, 0);
        Schedule[] others = right.clone();
        others[3] = HostsInstances.schedules(Operation.SCATTER, Hosts.of(Places.hosts(3, 2, false)), 6, 4, true, InPlace.NOBODY)[3];
        assertCaught(Operation.SCATTER, 4, others, "another view of the hosts");
    }

    /** In rank 1, who has but one step. */
    private static void spoil(Schedule[] right, int at, int value) {
        Schedule[] spoilt = right.clone();
        assertEquals(1, right[1].steps());
        spoilt[1] = ScheduleSurgeon.withWord(right[1], 0, at, value);
        assertCaught(Operation.SCATTER, 4, spoilt, "word " + at);
    }

    private static void assertCaught(Operation operation, int root, Schedule[] spoilt, String where) {
        var instance = new Instance(operation, spoilt.length, root, SPOILT_COUNT, true);
        assertThrows(CheckFailure.class, () -> Checker.check(instance, spoilt), () -> operation + ", " + where + " went unnoticed");
    }
}
