package org.braid.coll.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.braid.coll.Schedules;
import org.braid.coll.Schedules.InPlace;
import org.braid.coll.algorithm.hosts.HostsSchedules;
import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleSurgeon;
import org.braid.coll.schedule.Shape;
import org.braid.coll.topology.Hosts;
import org.braid.coll.topology.Places;
import org.braid.coll.topology.Topology;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Schedules over the shared memory of each of several hosts are right on every tree of a few ranks, for every root and operator; and spoilt ones are found out. */
class HostsSchedulesTest {
    static Stream<Operation> served() {
        Hosts two = Hosts.of(Places.figure8());
        return Arrays.stream(Operation.values()).filter(each -> HostsSchedules.serve(each, two, true));
    }

    @ParameterizedTest
    @MethodSource("served")
    void onEveryTreeOfAFewRanksEachGivesWhatItsOperationMeans(Operation operation) {
        int proven = 0;
        for (int ranks = 2; ranks <= 5; ranks++) {
            for (Topology topology : Places.all(ranks)) {
                proven += prove(operation, topology);
            }
        }
        assertTrue(proven >= 9, "so few: " + proven);
    }

    @ParameterizedTest
    @MethodSource("served")
    void onThePapersMachinesAndOnTreesDrawnByLotItDoesSoToo(Operation operation) {
        prove(operation, Places.figure1());
        prove(operation, Places.figure8());
        prove(operation, Places.figure9(4, true));
        prove(operation, Places.figure9(4, false));
        long seed = Long.getLong("braid.coll.seed", 20_261_127L);
        Random random = new Random(seed);
        for (int trial = 0; trial < 12; trial++) {
            try {
                prove(operation, Places.random(7 + random.nextInt(8), random));
            } catch (RuntimeException failure) {
                throw new AssertionError("replay with -Dbraid.coll.seed=" + seed, failure);
            }
        }
    }

    private static int prove(Operation operation, Topology topology) {
        Hosts hosts = Hosts.of(topology);
        int proven = 0;
        for (boolean commutative : operation.isReduction() ? new boolean[] {true, false} : new boolean[] {true}) {
            if (hosts.mostRanks() == 1 || hosts.count() == 1 || !HostsSchedules.serve(operation, hosts, commutative)) {
                continue;
            }
            for (int root = 0; root < (operation.isRooted() ? topology.size() : 1); root++) {
                for (InPlace inPlace : operation.allowsInPlace() ? InPlace.values() : new InPlace[] {InPlace.NOBODY}) {
                    proven += prove(operation, hosts, topology.size(), root, commutative, inPlace);
                }
            }
        }
        return proven;
    }

    private static int prove(Operation operation, Hosts hosts, int size, int root, boolean commutative, InPlace inPlace) {
        Schedule[] schedules = schedules(operation, hosts, size, root, commutative, inPlace);
        for (int count : new int[] {0, 3}) {
            Checker.check(new Instance(operation, size, root, count, commutative), schedules);
        }
        return 1;
    }

    private static Schedule[] schedules(Operation operation, Hosts hosts, int size, int root, boolean commutative, InPlace inPlace) {
        var all = new Schedule[size];
        for (int rank = 0; rank < size; rank++) {
            all[rank] = HostsSchedules.generate(new Shape(operation, size, rank, root, commutative, Schedules.isInPlace(operation, rank, root, inPlace)), hosts);
        }
        return all;
    }

    /** Of two hosts of three ranks, in blocks and in turn. */
    private static List<Hosts> pairs() {
        List<Hosts> pairs = new ArrayList<>();
        for (boolean cyclic : new boolean[] {false, true}) {
            pairs.add(Hosts.of(Places.hosts(2, 3, cyclic)));
        }
        return pairs;
    }

    @ParameterizedTest
    @MethodSource("served")
    void oneStepThatIsMissingIsFoundOut(Operation operation) {
        int root = operation.isRooted() ? 4 : 0;
        for (Hosts hosts : pairs()) {
            Schedule[] right = schedules(operation, hosts, 6, root, true, InPlace.NOBODY);
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

    /** A fence does nothing by itself. */
    private static boolean isOfUse(Schedule schedule, int step) {
        return schedule.word(step, Schedule.KIND) != Schedule.FENCE;
    }

    /** Of a barrier: what a leader says it says before it has seen all, or been told. */
    @Test
    void aLeaderThatDoesNotWaitForAllIsFoundOut() {
        for (Hosts hosts : pairs()) {
            Schedule[] right = schedules(Operation.BARRIER, hosts, 6, 0, true, InPlace.NOBODY);
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
        Schedule[] right = schedules(Operation.SCATTER, hosts, 6, 4, true, InPlace.NOBODY);
        spoil(right, Schedule.PEER, 2);
        spoil(right, Schedule.PEER, 3);
        spoil(right, Schedule.SOURCE, 1);
        spoil(right, Schedule.SOURCE_FROM, 0);
        Schedule[] others = right.clone();
        others[3] = schedules(Operation.SCATTER, Hosts.of(Places.hosts(3, 2, false)), 6, 4, true, InPlace.NOBODY)[3];
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
        var instance = new Instance(operation, spoilt.length, root, 3, true);
        assertThrows(CheckFailure.class, () -> Checker.check(instance, spoilt), () -> operation + ", " + where + " went unnoticed");
    }

    /** One for each leader but one, however many ranks there are. */
    @Test
    void onlyLeadersSendMessages() {
        Hosts hosts = Hosts.of(Places.hosts(4, 5, false));
        for (Operation operation : List.of(Operation.BCAST, Operation.REDUCE, Operation.GATHER, Operation.SCATTER)) {
            int sends = 0;
            for (Schedule each : schedules(operation, hosts, 20, 7, true, InPlace.NOBODY)) {
                for (int step = 0; step < each.steps(); step++) {
                    sends += each.word(step, Schedule.KIND) == Schedule.SEND ? 1 : 0;
                }
            }
            assertEquals(3, sends, operation.text());
        }
    }
}
