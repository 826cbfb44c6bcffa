package org.braid.coll.algorithm.multilevel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.braid.coll.Schedules;
import org.braid.coll.Schedules.InPlace;
import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.check.CheckFailure;
import org.braid.coll.check.Checker;
import org.braid.coll.check.Instance;
import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleSurgeon;
import org.braid.coll.topology.Cluster;
import org.braid.coll.topology.Places;
import org.braid.coll.topology.Topology;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Multilevel algorithms on every tree of up to six ranks, of up to four with every count and every placement of operands; and how many messages cross which channel. */
@Execution(CONCURRENT)
class MultilevelTest {
    private static final int EVERYTHING = 4; // ranks up to which all counts and placements of operands are tried
    private static final int MOST_RANKS = Integer.getInteger("braid.coll.trees", 6); // 7 takes many times as long
    private static final List<List<Topology>> TREES = IntStream.rangeClosed(1, MOST_RANKS).mapToObj(Places::all).toList(); // made once for all algorithms

    /** An algorithm, and one of the operations that it serves. */
    record Served(Algorithm algorithm, Operation operation) {}

    static Stream<Served> algorithms() {
        return Arrays.stream(Algorithm.values()).filter(Algorithm::isMultilevel).flatMap(each -> Arrays.stream(Operation.values()).filter(each::serves).map(operation -> new Served(each, operation)));
    }

    /** Those whose messages between two clusters are as many whatever ranks are in them. */
    static Stream<Served> joining() {
        return algorithms().filter(each -> !each.algorithm.text().equals("multilevel-lanes") && !hasLengthsAhead(each.operation) && each.operation != Operation.ALLTOALL && !each.operation.isOfNeighbours() && each.operation != Operation.REDUCE_SCATTER && each.operation != Operation.REDUCE_SCATTER_BLOCK);
    }

    /** Of which a leader gets two messages where others get one: {@code BundlesTest} counts them. */
    private static boolean hasLengthsAhead(Operation operation) {
        return operation == Operation.GATHERV || operation == Operation.SCATTERV || operation == Operation.ALLTOALLV;
    }

    // ---- what they do

    @ParameterizedTest
    @MethodSource("algorithms")
    void onEveryTreeOfAFewRanksItDoesExactlyWhatTheOperationMeans(Served served) {
        int proven = 0;
        for (List<Topology> trees : TREES) {
            for (Topology topology : trees) {
                for (int root = 0; root < (served.operation.isRooted() ? topology.size() : 1); root++) {
                    proven += prove(served, topology, root, topology.size() <= EVERYTHING);
                }
            }
        }
        assertTrue(proven > 268);
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void whereverAFewRanksAreInPackagesAndBehindCachesAndInProcessesOfHostsItDoesSoToo(Served served) {
        for (int ranks = 1; ranks <= 4; ranks++) {
            for (Topology topology : Places.parted(ranks)) {
                prove(served, topology);
            }
            for (Topology topology : Places.inProcesses(ranks)) {
                prove(served, topology);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void onThePapersMachinesAndOnTreesDrawnByLotItDoesSoToo(Served served) {
        prove(served, Topology.flat(13));
        prove(served, Places.figure1());
        prove(served, Places.figure9(7, true));
        prove(served, Places.figure9(7, false));
        long seed = Long.getLong("braid.coll.seed", 20_261_123L);
        Random random = new Random(seed);
        for (int trial = 0; trial < 12; trial++) {
            try {
                prove(served, Places.random(7 + random.nextInt(14), random));
            } catch (RuntimeException failure) {
                throw new AssertionError("replay with -Dbraid.coll.seed=" + seed, failure);
            }
        }
    }

    private static void prove(Served served, Topology topology) {
        for (int root = 0; root < (served.operation.isRooted() ? topology.size() : 1); root++) {
            prove(served, topology, root, false);
        }
    }

    private static int prove(Served served, Topology topology, int root, boolean everything) {
        Operation operation = served.operation;
        int proven = 0;
        for (int kind = 0; kind < (operation.isReduction() ? 2 : 1); kind++) {
            for (InPlace inPlace : everything && operation.allowsInPlace() ? InPlace.values() : new InPlace[] {root % 2 == 0 ? InPlace.NOBODY : InPlace.EVERYBODY}) {
                Checker schedules = Checker.of(Schedules.of(served.algorithm, operation, topology, root, kind == 0, inPlace));
                for (int count : everything ? new int[] {0, 1, 3} : new int[] {1}) {
                    schedules.check(new Instance(operation, topology.size(), root, count, kind == 0));
                    proven++;
                }
            }
        }
        return proven;
    }

    // ---- how often they cross a channel

    @ParameterizedTest
    @MethodSource("joining")
    void everyGroupIsJoinedByOneMessageForEachMemberButOne(Served served) {
        Operation operation = served.operation;
        for (Topology topology : Places.all(5)) {
            for (int root = 0; root < (operation.isRooted() ? 5 : 1); root++) {
                Schedule[] schedules = Schedules.of(served.algorithm, operation, topology, root, true, InPlace.NOBODY);
                assertEachGroup(served, topology, topology.whole(), schedules);
            }
        }
    }

    private static void assertEachGroup(Served served, Topology topology, Cluster cluster, Schedule[] schedules) {
        int members = cluster.constituents();
        int joining = served.operation.isRooted() ? members - 1 : cluster == topology.top() ? exchange(served, members) : 2 * (members - 1);
        boolean isScan = served.operation.isScan(); // those behind which there are no ranks send nothing up
        int most = isScan ? 2 * (members - 1) : joining;
        int counted = messages(cluster, schedules);
        assertTrue(counted <= most && counted >= (isScan ? members - 1 : most), () -> served + " between the constituents of " + cluster.ranks());
        for (int i = 0; i < members; i++) {
            Cluster below = cluster.constituent(i);
            if (below != null) {
                assertEachGroup(served, topology, below, schedules);
            }
        }
    }

    private static int exchange(Served served, int members) {
        int core = Integer.highestOneBit(members);
        if (served.algorithm == Algorithm.MULTILEVEL_PIPELINE_ALLREDUCE || served.algorithm == Algorithm.MULTILEVEL_CANONICAL_ALLREDUCE) {
            return 2 * (members - 1);
        }
        int rounds = Integer.numberOfTrailingZeros(core) * (served.algorithm == Algorithm.MULTILEVEL_PARTS_ALLREDUCE ? 2 : 1);
        return switch (served.operation) {
            case BARRIER -> members * (32 - Integer.numberOfLeadingZeros(members - 1));
            case ALLGATHER, ALLGATHERV -> members * (members - 1);
            default -> core * rounds + 2 * (members - core);
        };
    }

    private static int messages(Cluster cluster, Schedule[] schedules) {
        int messages = 0;
        for (int rank = 0; rank < schedules.length; rank++) {
            for (int step = 0; step < schedules[rank].steps(); step++) {
                int peer = schedules[rank].word(step, Schedule.PEER);
                boolean sends = schedules[rank].word(step, Schedule.KIND) == Schedule.SEND;
                if (sends && cluster.contains(rank) && cluster.contains(peer) && cluster.indexOf(rank) != cluster.indexOf(peer)) {
                    messages++;
                }
            }
        }
        return messages;
    }

    /** Where ranks are in blocks; where they alternate, parts of a vector go in more messages. */
    @Test
    void ofAnAlltoallOrAReduceScatterEachLeaderSendsEachOtherOneMessage() {
        for (Algorithm algorithm : List.of(Algorithm.MULTILEVEL_ALLTOALL, Algorithm.MULTILEVEL_LINEAR_ALLTOALL, Algorithm.MULTILEVEL_REDUCE_SCATTER, Algorithm.MULTILEVEL_LINEAR_REDUCE_SCATTER)) {
            Operation operation = Arrays.stream(Operation.values()).filter(algorithm::serves).findFirst().orElseThrow();
            Topology topology = Places.figure9(6, false).without(Set.of("site"));
            assertEquals(6, messages(topology.whole(), Schedules.of(algorithm, operation, topology, 0, true, InPlace.NOBODY)));
        }
    }

    /** Of three machines of six each rank gets one message from each other machine, with six blocks. */
    @Test
    void ofAnAlltoallByLanesEveryRankIsSentOneMessageFromEachOtherSide() {
        Topology topology = Places.figure9(6, false).without(Set.of("site"));
        Schedule[] schedules = Schedules.of(Algorithm.MULTILEVEL_LANES_ALLTOALL, Operation.ALLTOALL, topology, 0, true, InPlace.NOBODY);
        assertEquals(18 * 2, messages(topology.whole(), schedules));
        for (Schedule schedule : schedules) {
            for (int step = 0; step < schedule.steps(); step++) {
                boolean isFar = schedule.word(step, Schedule.KIND) == Schedule.SEND && topology.whole().indexOf(schedule.word(step, Schedule.PEER)) != topology.whole().indexOf(schedule.shape().rank());
                assertTrue(!isFar || schedule.word(step, Schedule.SOURCE_TO) - schedule.word(step, Schedule.SOURCE_FROM) == 6);
            }
        }
    }

    /** Of three machines of six the twelve ranks beyond the root's send their own block each, two to each rank there. */
    @Test
    void ofAGatherAndAScatterByLanesEveryRankOfTheRootsSideIsAPort() {
        Topology topology = Places.figure9(6, false).without(Set.of("site"));
        for (Algorithm algorithm : List.of(Algorithm.MULTILEVEL_LANES_GATHER, Algorithm.MULTILEVEL_LANES_SCATTER)) {
            Operation operation = Arrays.stream(Operation.values()).filter(algorithm::serves).findFirst().orElseThrow();
            Schedule[] schedules = Schedules.of(algorithm, operation, topology, 7, true, InPlace.NOBODY);
            assertEquals(12, messages(topology.whole(), schedules));
            for (int rank = 6; rank < 12; rank++) {
                assertEquals(rank == 7 ? 2 + 5 : 2 + 1, messages(schedules[rank]), "rank " + rank);
            }
        }
    }

    /** Three machines of six: six allreduces of a sixth each, of which the leaders exchange four messages (a fold, and one in each direction). */
    @Test
    void ofAnAllreduceByLanesEveryRankOfAMachineExchangesItsPart() {
        Topology topology = Places.figure9(6, false).without(Set.of("site"));
        Schedule[] schedules = Schedules.of(Algorithm.MULTILEVEL_LANES_ALLREDUCE, Operation.ALLREDUCE, topology, 0, true, InPlace.NOBODY);
        assertEquals(6 * 4, messages(topology.whole(), schedules));
        for (Schedule schedule : schedules) {
            int own = schedule.shape().rank();
            for (int step = 0; step < schedule.steps(); step++) {
                boolean isFar = schedule.word(step, Schedule.KIND) == Schedule.SEND && topology.whole().indexOf(schedule.word(step, Schedule.PEER)) != topology.whole().indexOf(own);
                assertTrue(!isFar || schedule.word(step, Schedule.SOURCE_FROM) == own % 6 && schedule.word(step, Schedule.SOURCE_TO) == own % 6 + 1, schedule::toString);
            }
            assertEquals(6, schedule.layout(Schedule.OUT));
        }
    }

    /** The root hands out five parts on its machine, and each of six ranks there sends its own to the other two machines; the root is told nothing. */
    @Test
    void ofABcastByLanesEveryRankOfTheRootsMachineSendsItsPart() {
        Topology topology = Places.figure9(6, false).without(Set.of("site"));
        Schedule[] schedules = Schedules.of(Algorithm.MULTILEVEL_LANES_BCAST, Operation.BCAST, topology, 7, true, InPlace.NOBODY);
        assertEquals(6 * 2, messages(topology.whole(), schedules));
        for (int rank = 6; rank < 12; rank++) {
            int far = 0;
            for (int step = 0; step < schedules[rank].steps(); step++) {
                boolean sends = schedules[rank].word(step, Schedule.KIND) == Schedule.SEND;
                far += sends && topology.whole().indexOf(schedules[rank].word(step, Schedule.PEER)) != 1 ? 1 : 0;
                assertTrue(rank != 7 || schedules[rank].word(step, Schedule.KIND) != Schedule.RECEIVE);
            }
            assertEquals(2, far, "rank " + rank);
        }
    }

    private static int messages(Schedule schedule) {
        int count = 0;
        for (int step = 0; step < schedule.steps(); step++) {
            int kind = schedule.word(step, Schedule.KIND);
            count += kind == Schedule.SEND || kind == Schedule.RECEIVE ? 1 : 0;
        }
        return count;
    }

    /** The table in collectives.md 1.4: messages between sites, between machines of a site, inside machines; the sum over all roots. */
    @Test
    void messageCountsOfThePapersFiguresAreThoseThatWereComputed() {
        assertCounts("256 128 1872", Algorithm.BINOMIAL_BCAST, Places.figure9(16, false));
        assertCounts("48 48 2160", Algorithm.MULTILEVEL_BCAST, Places.figure9(16, false));
        assertCounts("1504 752 0", Algorithm.BINOMIAL_BCAST, Places.figure9(16, true));
        assertCounts("48 48 2160", Algorithm.MULTILEVEL_BCAST, Places.figure9(16, true));
        assertCounts("0 160 832", Algorithm.BINOMIAL_BCAST, Places.figure8());
        assertCounts("0 32 960", Algorithm.MULTILEVEL_BCAST, Places.figure8());
    }

    private static void assertCounts(String expected, Algorithm algorithm, Topology topology) {
        int[] counts = new int[4];
        for (int root = 0; root < topology.size(); root++) {
            Schedule[] schedules = Schedules.of(algorithm, Operation.BCAST, topology, root, true, InPlace.NOBODY);
            for (int rank = 0; rank < schedules.length; rank++) {
                for (int step = 0; step < schedules[rank].steps(); step++) {
                    if (schedules[rank].word(step, Schedule.KIND) == Schedule.SEND) {
                        counts[topology.channel(rank, schedules[rank].word(step, Schedule.PEER))]++;
                    }
                }
            }
        }
        assertEquals(expected, counts[0] + " " + counts[2] + " " + counts[3], algorithm.toString());
    }

    @Test
    void operatorsThatDoNotCommuteTakeNoMoreMessagesThanOthers() {
        for (Topology topology : List.of(Places.figure1(), Places.figure9(16, true))) {
            int commutative = messages(topology.whole(), Schedules.of(Algorithm.MULTILEVEL_REDUCE, Operation.REDUCE, topology, 5, true, InPlace.NOBODY));
            assertEquals(commutative, messages(topology.whole(), Schedules.of(Algorithm.MULTILEVEL_REDUCE, Operation.REDUCE, topology, 5, false, InPlace.NOBODY)));
        }
    }

    /** In blocks a non-commutative operator costs as many vectors as a commutative one. */
    @Test
    void inBlocksAMessageOfANonCommutativeReductionIsOneVector() {
        Topology topology = Places.figure9(16, false);
        for (Schedule schedule : Schedules.of(Algorithm.MULTILEVEL_LINEAR_REDUCE, Operation.REDUCE, topology, 0, false, InPlace.NOBODY)) {
            for (int step = 0; step < schedule.steps(); step++) {
                if (schedule.word(step, Schedule.KIND) == Schedule.SEND) {
                    assertEquals(1, schedule.word(step, Schedule.SOURCE_TO) - schedule.word(step, Schedule.SOURCE_FROM));
                }
            }
        }
    }

    // ---- that the checker would notice

    @ParameterizedTest
    @MethodSource("algorithms")
    void plantedBugsAreCaught(Served served) {
        Operation operation = served.operation;
        Topology topology = Places.figure9(3, true);
        int root = operation.isRooted() ? 4 : 0;
        Schedule[] right = Schedules.of(served.algorithm, operation, topology, root, true, InPlace.NOBODY);
        Instance instance = new Instance(operation, topology.size(), root, 3, true);
        Checker.check(instance, right);
        List<Schedule[]> spoilt = new ArrayList<>();
        for (int rank = 0; rank < right.length; rank++) {
            for (int step = 0; step < right[rank].steps(); step++) {
                int kind = right[rank].word(step, Schedule.KIND);
                if (kind == Schedule.SEND || kind == Schedule.RECEIVE) {
                    spoilt.add(with(right, rank, ScheduleSurgeon.withWord(right[rank], step, Schedule.PEER, (right[rank].word(step, Schedule.PEER) + 1) % right.length)));
                } else if (kind == Schedule.REDUCE) {
                    spoilt.add(with(right, rank, ScheduleSurgeon.withWord(right[rank], step, Schedule.KIND, Schedule.COPY)));
                }
            }
            for (int at : neededPredecessors(operation, right[rank])) {
                spoilt.add(with(right, rank, ScheduleSurgeon.withoutPredecessor(right[rank], at)));
            }
        }
        assertTrue(spoilt.size() >= 16);
        for (Schedule[] each : spoilt) {
            assertThrows(CheckFailure.class, () -> Checker.check(instance, each), served::toString);
        }
    }

    /** A receive of a barrier may begin as early as it will: its dependencies on a fence are all that it has. */
    private static List<Integer> neededPredecessors(Operation operation, Schedule schedule) {
        List<Integer> needed = ScheduleSurgeon.neededPredecessors(schedule);
        for (int step = 0; step < schedule.steps() && operation == Operation.BARRIER; step++) {
            if (schedule.word(step, Schedule.KIND) == Schedule.RECEIVE) {
                int first = schedule.firstPredecessor(step);
                int end = schedule.firstPredecessor(step + 1);
                needed.removeIf(at -> first <= at && at < end);
            }
        }
        return needed;
    }

    private static Schedule[] with(Schedule[] all, int rank, Schedule changed) {
        Schedule[] spoilt = all.clone();
        spoilt[rank] = changed;
        return spoilt;
    }

    /** As if two ranks had been told different sites: their schedules do not fit together, and the checker says so instead of hanging. */
    @Test
    void ranksThatHaveOtherTopologiesAreCaught() {
        Schedule[] mixed = Schedules.of(Algorithm.MULTILEVEL_BCAST, Operation.BCAST, Places.figure9(3, true), 0, true, InPlace.NOBODY);
        mixed[4] = Schedules.of(Algorithm.MULTILEVEL_BCAST, Operation.BCAST, Places.figure9(3, false), 0, true, InPlace.NOBODY)[4];
        assertThrows(CheckFailure.class, () -> Checker.check(new Instance(Operation.BCAST, 9, 0, 1, true), mixed));
    }
}
