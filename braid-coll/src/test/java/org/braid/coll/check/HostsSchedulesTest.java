package org.braid.coll.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.braid.coll.Schedules;
import org.braid.coll.Schedules.InPlace;
import org.braid.coll.algorithm.hosts.SharedSchedules;
import org.braid.coll.board.Extent;
import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleSurgeon;
import org.braid.coll.schedule.Shape;
import org.braid.coll.topology.Cluster;
import org.braid.coll.topology.Hosts;
import org.braid.coll.topology.Places;
import org.braid.coll.topology.Topology;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Schedules over the shared memory of each of several hosts are right on every tree of a few ranks, so in every placement of them, for every root and operator; and spoilt ones are found out. */
@Execution(CONCURRENT)
class HostsSchedulesTest {
    private static final List<Integer> IN_A_BUILD = List.of(7, 8, 9, 10, 12, 16, 17, 33);

    /** Every number of ranks up to 33 on twelve shapes from every root, and every tree of six, which takes many times as long. */
    private static final boolean ALL = "all".equals(System.getProperty("braid.coll.roots"));

    /** Elements of a block where something is spoilt: with so many no block of a table is empty that all know. */
    private static final int SPOILT_COUNT = 5;

    static Stream<Operation> served() {
        Hosts two = Hosts.of(Places.figure8());
        return Arrays.stream(Operation.values()).filter(each -> serves(each, two));
    }

    static Stream<Operation> reductions() {
        return served().filter(Operation::isReduction);
    }

    /** Of blocks that are not too long. */
    private static boolean serves(Operation operation, Hosts hosts) {
        return SharedSchedules.serve(operation, hosts.whole().size(), hosts, 0, Extent.SHORT.placeBytes(), Extent.SHORT.mostMembers());
    }

    @ParameterizedTest
    @MethodSource("served")
    void onEveryTreeOfAFewRanksEachGivesWhatItsOperationMeans(Operation operation) {
        int proven = 0;
        for (int ranks = 2; ranks <= (ALL ? 6 : 5); ranks++) {
            for (Topology topology : Places.all(ranks)) {
                proven += prove(operation, topology);
            }
        }
        assertTrue(proven >= 9, "so few: " + proven);
    }

    @ParameterizedTest
    @MethodSource("served")
    void onTwelveShapesOfUpTo33RanksItDoesSoToo(Operation operation) {
        int proven = 0;
        for (int ranks = 7; ranks <= 33; ranks++) {
            for (Topology topology : ALL || IN_A_BUILD.contains(ranks) ? Places.twelve(ranks) : List.<Topology>of()) {
                for (int root : roots(operation, ranks)) {
                    proven += proveOnce(operation, topology, root);
                }
            }
        }
        assertTrue(proven >= 4 * IN_A_BUILD.size(), "so few: " + proven);
    }

    private static int[] roots(Operation operation, int ranks) {
        if (!operation.isRooted()) {
            return new int[] {0};
        }
        return ALL ? IntStream.range(0, ranks).toArray() : new int[] {0, ranks / 2, ranks - 1};
    }

    /** In place at some roots. */
    private static int proveOnce(Operation operation, Topology topology, int root) {
        Hosts hosts = Hosts.of(topology);
        if (hosts.mostRanks() == 1 || hosts.count() == 1 || !serves(operation, hosts)) {
            return 0;
        }
        InPlace inPlace = !operation.allowsInPlace() || root % 2 == 0 ? InPlace.NOBODY : InPlace.EVERYBODY;
        for (boolean commutative : operation.isReduction() ? new boolean[] {true, false} : new boolean[] {true}) {
            Checker.check(new Instance(operation, topology.size(), root, 1, commutative), schedules(operation, hosts, topology.size(), root, commutative, inPlace));
        }
        return 1;
    }

    /** The two sites of the paper's Figures 7 and 9, three hosts of as many ranks: each site tells the other one once, all that its ranks have for the ranks there, and lengths ahead if these differ. */
    @ParameterizedTest
    @CsvSource({"ALLTOALL, 1", "ALLTOALLV, 2"})
    void anAlltoallCrossesTheSlowestChannelAsRarelyAsItCan(Operation operation, int messages) {
        for (boolean cyclic : new boolean[] {false, true}) {
            for (int each = 2; each <= 4; each++) {
                Topology topology = Places.figure9(each, cyclic);
                Schedule[] schedules = schedules(operation, Hosts.of(topology), topology.size(), 0, true, InPlace.NOBODY);
                assertEquals(2 * messages, crossing(topology, topology.top(), schedules), "from site to site");
                Cluster site = topology.path(topology.size() - 1).get(1);
                assertEquals(4 * messages, crossing(topology, site, schedules), "each way between two hosts of a site: what they have for each other, and what goes up to its leader or comes down");
            }
        }
    }

    /** Messages from one constituent of a cluster to another. */
    private static int crossing(Topology topology, Cluster cluster, Schedule[] schedules) {
        int count = 0;
        for (int rank = 0; rank < schedules.length; rank++) {
            for (int step = 0; step < schedules[rank].steps(); step++) {
                if (schedules[rank].word(step, Schedule.KIND) == Schedule.SEND && cluster.contains(rank)) {
                    int peer = schedules[rank].word(step, Schedule.PEER);
                    count += cluster.contains(peer) && cluster.indexOf(peer) != cluster.indexOf(rank) ? 1 : 0;
                }
            }
        }
        return count;
    }

    /** Reductions that keep their bits: the brackets are those of one host, and of messages. */
    @ParameterizedTest
    @MethodSource("reductions")
    void alongTheCanonicalTreeEveryTreeOfAFewRanksGivesTheSameBrackets(Operation operation) {
        int proven = 0;
        for (int ranks = 2; ranks <= 5; ranks++) {
            for (Topology topology : Places.all(ranks)) {
                proven += proveBrackets(operation, topology);
            }
        }
        assertTrue(proven >= 18, "so few: " + proven);
        for (int each = 2; each <= 5; each++) {
            proveBrackets(operation, Places.figure9(each, false));
            proveBrackets(operation, Places.figure9(each, true));
        }
        proveBrackets(operation, Places.figure1());
        proveBrackets(operation, Places.hosts(11, 3, 1));
    }

    private static int proveBrackets(Operation operation, Topology topology) {
        Hosts hosts = Hosts.of(topology);
        int proven = 0;
        for (int root = 0; hosts.mostRanks() > 1 && hosts.count() > 1 && root < (operation.isRooted() ? topology.size() : 1); root++) {
            for (InPlace inPlace : operation.allowsInPlace() ? InPlace.values() : new InPlace[] {InPlace.NOBODY}) {
                for (boolean commutative : new boolean[] {true, false}) {
                    Schedule[] schedules = schedules(operation, hosts, topology.size(), root, commutative, inPlace, Extent.SHORT.placeBytes(), true);
                    Checker.checkReproducible(new Instance(operation, topology.size(), root, 3, false), schedules);
                    proven++;
                }
            }
        }
        return proven;
    }

    @Test
    void otherBracketsAreFoundOut() {
        Hosts hosts = Hosts.of(Places.hosts(3, 3));
        Schedule[] others = schedules(Operation.ALLREDUCE, hosts, 6, 0, false, InPlace.NOBODY, Extent.SHORT.placeBytes(), false);
        var instance = new Instance(Operation.ALLREDUCE, 6, 0, 2, false);
        Checker.check(instance, others);
        assertEquals(CheckFailure.Rule.ASSOCIATION, assertThrows(CheckFailure.class, () -> Checker.checkReproducible(instance, others)).rule());
    }

    @ParameterizedTest
    @MethodSource("served")
    void packagesAndCachesAndProcessesOfHostsChangeNothing(Operation operation) {
        int proven = 0;
        for (int ranks = 2; ranks <= 4; ranks++) {
            for (Topology topology : Places.parted(ranks)) {
                proven += prove(operation, topology);
            }
            for (Topology topology : Places.inProcesses(ranks)) {
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
        prove(operation, Places.hosts(11, 3, 1));
        prove(operation, Places.hosts(1, 2, 9));
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

    /** Of blocks of up to 13 bytes, where there is room for eight. */
    @ParameterizedTest
    @EnumSource(names = {"GATHERV", "SCATTERV", "ALLTOALLV"})
    void blocksThatAreTooLongForTheMemoryGoStraight(Operation operation) {
        List<Topology> topologies = new ArrayList<>(List.of(Places.figure9(3, true), Places.hosts(4, 3, 1)));
        for (int ranks = 2; ranks <= 5; ranks++) {
            topologies.addAll(Places.all(ranks));
        }
        for (Topology topology : topologies) {
            Hosts hosts = Hosts.of(topology);
            for (int root = 0; hosts.count() > 1 && root < (operation.isRooted() ? topology.size() : 1); root++) {
                for (InPlace inPlace : operation.allowsInPlace() ? InPlace.values() : new InPlace[] {InPlace.NOBODY}) {
                    Checker.check(new Instance(operation, topology.size(), root, 12, true), tight(operation, hosts, topology.size(), root, inPlace));
                }
            }
        }
    }

    private static Schedule[] tight(Operation operation, Hosts hosts, int size, int root, InPlace inPlace) {
        int blocks = operation == Operation.GATHERV ? 1 : operation == Operation.SCATTERV ? hosts.mostRanks() : size;
        return schedules(operation, hosts, size, root, true, inPlace, 16 * blocks);
    }

    @ParameterizedTest
    @EnumSource(names = {"GATHERV", "SCATTERV", "ALLTOALLV"})
    void aLongBlockThatIsNotSentOrNotReceivedIsFoundOut(Operation operation) {
        for (Hosts hosts : pairs()) {
            Schedule[] right = tight(operation, hosts, 6, 0, InPlace.NOBODY);
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
            Schedule[] right = tight(operation, hosts, 6, 0, InPlace.NOBODY);
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

    private static int prove(Operation operation, Topology topology) {
        Hosts hosts = Hosts.of(topology);
        int proven = 0;
        for (boolean commutative : operation.isReduction() ? new boolean[] {true, false} : new boolean[] {true}) {
            if (hosts.mostRanks() == 1 || hosts.count() == 1 || !serves(operation, hosts)) {
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
        Checker schedules = Checker.of(schedules(operation, hosts, size, root, commutative, inPlace));
        for (int count : new int[] {0, 3}) {
            schedules.check(new Instance(operation, size, root, count, commutative));
        }
        return 1;
    }

    private static Schedule[] schedules(Operation operation, Hosts hosts, int size, int root, boolean commutative, InPlace inPlace) {
        return schedules(operation, hosts, size, root, commutative, inPlace, Extent.SHORT.placeBytes());
    }

    private static Schedule[] schedules(Operation operation, Hosts hosts, int size, int root, boolean commutative, InPlace inPlace, int placeBytes) {
        return schedules(operation, hosts, size, root, commutative, inPlace, placeBytes, false);
    }

    private static Schedule[] schedules(Operation operation, Hosts hosts, int size, int root, boolean commutative, InPlace inPlace, int placeBytes, boolean keepsBits) {
        var all = new Schedule[size];
        for (int rank = 0; rank < size; rank++) {
            all[rank] = SharedSchedules.generate(new Shape(operation, size, rank, root, commutative, Schedules.isInPlace(operation, rank, root, inPlace)), hosts, placeBytes, keepsBits);
        }
        return all;
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
        var instance = new Instance(operation, spoilt.length, root, SPOILT_COUNT, true);
        assertThrows(CheckFailure.class, () -> Checker.check(instance, spoilt), () -> operation + ", " + where + " went unnoticed");
    }

    /** One for each leader but one, however many ranks there are, or one for each pair of them; twice as many where lengths go ahead; of a scan one up and one down, but for the last total, which nobody wants. */
    @ParameterizedTest
    @CsvSource({
        "BARRIER, 8", "BCAST, 3", "REDUCE, 3", "ALLREDUCE, 8", "GATHER, 3", "SCATTER, 3", "ALLGATHER, 12", "GATHERV, 6", "SCATTERV, 6", "ALLGATHERV, 12", "ALLTOALL, 12", "ALLTOALLV, 24", "SCAN, 5", "EXSCAN, 5", "REDUCE_SCATTER, 12",
        "REDUCE_SCATTER_BLOCK, 12"
    })
    void onlyLeadersSendMessages(Operation operation, int wanted) {
        Hosts hosts = Hosts.of(Places.hosts(4, 5, false));
        int root = operation.isRooted() ? 7 : 0;
        int sends = 0;
        for (Schedule each : schedules(operation, hosts, 20, root, true, InPlace.NOBODY)) {
            int own = hosts.hostOf(each.shape().rank());
            boolean isLeader = each.shape().rank() == (own == hosts.hostOf(root) ? root : hosts.ranks(own).lowest());
            for (int step = 0; step < each.steps(); step++) {
                boolean isSend = each.word(step, Schedule.KIND) == Schedule.SEND;
                assertTrue(isLeader || !isSend, () -> operation + ": rank " + each.shape().rank() + " sends a message");
                sends += isSend ? 1 : 0;
            }
        }
        assertEquals(wanted, sends, operation.text());
    }

    /** Of 48 ranks as three hosts a leader would show what has come in eleven phases. */
    @Test
    void anAlltoallThatTakesMorePhasesThanThatGoesByMessages() {
        assertTrue(serves(Operation.ALLTOALL, Hosts.of(Places.hosts(2, 16, false))));
        assertFalse(serves(Operation.ALLTOALL, Hosts.of(Places.hosts(3, 16, false))));
    }
}
