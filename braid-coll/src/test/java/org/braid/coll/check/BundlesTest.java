package org.braid.coll.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.braid.coll.Schedules;
import org.braid.coll.Schedules.InPlace;
import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.algorithm.generator.Tuning;
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

/** Blocks of lengths of their own that go through leaders ({@code ToldAlgorithmsTest} has those of one level): some too long to go together, all so, or none; how often they cross a channel; and bugs. */
@Execution(CONCURRENT)
class BundlesTest {
    /** An algorithm that has blocks go together, and the operation. */
    record Served(Algorithm algorithm, Operation operation) {}

    static Stream<Served> algorithms() {
        return Arrays.stream(Algorithm.values()).filter(each -> each.isMultilevel() && each.keys().contains(Tuning.TOGETHER)).map(each -> new Served(each, Arrays.stream(Operation.values()).filter(each::serves).findFirst().orElseThrow()));
    }

    /** Of which all ranks take part; {@code CrossingsTest} counts those of neighbours, and spoils them. */
    static Stream<Served> collective() {
        return algorithms().filter(each -> !each.operation.isOfNeighbours());
    }

    @Test
    void allOperationsWhoseBlocksHaveLengthsOfTheirOwnHaveTwoSuchAlgorithms() {
        for (Operation operation : List.of(Operation.GATHERV, Operation.SCATTERV, Operation.ALLGATHERV, Operation.ALLTOALLV)) {
            assertEquals(2, algorithms().filter(each -> each.operation == operation).count());
        }
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void onEveryTreeOfAFewRanksLongBlocksAndShortOnesAllArrive(Served served) {
        for (int ranks = 1; ranks <= 5; ranks++) {
            for (Topology topology : Places.all(ranks)) {
                for (int root = 0; root < (served.operation.isRooted() ? ranks : 1); root++) {
                    prove(served, topology, root);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void onThePapersMachinesAndOnTreesDrawnByLotTheyDoSoToo(Served served) {
        long seed = Long.getLong("braid.coll.seed", 20_261_126L);
        Random random = new Random(seed);
        List<Topology> topologies = new ArrayList<>(List.of(Places.figure1(), Places.figure9(5, true), Places.figure9(5, false)));
        for (int trial = 0; trial < 10; trial++) {
            topologies.add(Places.random(7 + random.nextInt(12), random));
        }
        for (Topology topology : topologies) {
            try {
                prove(served, topology, served.operation.isRooted() ? random.nextInt(topology.size()) : 0);
            } catch (RuntimeException failure) {
                throw new AssertionError("replay with -Dbraid.coll.seed=" + seed, failure);
            }
        }
    }

    private static void prove(Served served, Topology topology, int root) {
        for (long together : new long[] {1, 2, 1000}) {
            for (InPlace inPlace : served.operation.allowsInPlace() ? InPlace.values() : new InPlace[] {InPlace.NOBODY}) {
                Checker schedules = Checker.of(schedules(served, together, topology, root, inPlace));
                for (int count : new int[] {0, 1, 4}) { // of four, blocks of none to five
                    schedules.check(new Instance(served.operation, topology.size(), root, count, true));
                }
            }
        }
    }

    private static Schedule[] schedules(Served served, long together, Topology topology, int root, InPlace inPlace) {
        Tuning tuning = served.algorithm.keys().isEmpty() ? null : Tuning.parse("together=" + together, served.algorithm.keys());
        return Schedules.of(served.algorithm, tuning, served.operation, topology, root, true, inPlace);
    }

    // ---- how often they cross a channel

    /** Lengths and blocks of each cluster, whatever ranks are in it, for each level on which clusters exchange; a rank that stands for itself alone needs no lengths at one end. */
    @ParameterizedTest
    @MethodSource("collective")
    void aChannelIsCrossedByTwoMessagesForEachClusterAtMost(Served served) {
        for (Topology topology : Places.all(5)) {
            for (int root = 0; root < (served.operation.isRooted() ? 5 : 1); root++) {
                assertEachGroup(served, topology, topology.whole(), 0, schedules(served, 1000, topology, root, InPlace.NOBODY), root);
            }
        }
    }

    /** @param above on how many levels above the cluster others exchange, so that what they have for each other goes up and down in it */
    private static void assertEachGroup(Served served, Topology topology, Cluster cluster, int above, Schedule[] schedules, int root) {
        int members = cluster.constituents();
        boolean isRooted = served.operation.isRooted();
        boolean isPairwise = served.operation == Operation.ALLTOALLV;
        boolean exchanges = !isRooted && (cluster == topology.top() || isPairwise && above > 0 && !topology.isWithinHost(cluster));
        int joined = (exchanges ? members * (members - 1) : 0) + (isRooted ? members - 1 : 2 * above * (members - 1));
        int near = isPairwise && !exchanges && above > 0 ? pairs(cluster) : 0; // ranks of one host exchange their blocks themselves
        int counted = sent(cluster, schedules) - near;
        int most = served.operation == Operation.ALLGATHERV ? joined : 2 * joined;
        boolean isRight = cluster == topology.whole() && cluster != topology.top() ? counted == 0 : counted >= joined && counted <= most;
        assertTrue(isRight, () -> served + " from " + root + ": " + counted + " messages between the constituents of " + cluster.ranks());
        for (int i = 0; i < members; i++) {
            Cluster below = cluster.constituent(i);
            if (below != null) {
                assertEachGroup(served, topology, below, exchanges ? above + 1 : above, schedules, root);
            }
        }
    }

    /** How many pairs of ranks there are in different constituents, each in both orders. */
    private static int pairs(Cluster cluster) {
        int pairs = cluster.ranks().size() * cluster.ranks().size();
        for (int i = 0; i < cluster.constituents(); i++) {
            pairs -= cluster.weight(i) * cluster.weight(i);
        }
        return pairs;
    }

    /** Of three machines of 16 the root's channel is crossed by lengths and blocks of each other machine: 4 messages, where one for each rank are 32. */
    @Test
    void onThePapersMachinesTheMessagesAreAsManyAsThereAreMachines() {
        for (boolean cyclic : new boolean[] {false, true}) {
            Topology topology = Places.figure9(16, cyclic);
            assertEquals("2 2 89", counts(Algorithm.MULTILEVEL_GATHERV, Operation.GATHERV, topology));
            assertEquals("2 2 66", counts(Algorithm.MULTILEVEL_SCATTERV, Operation.SCATTERV, topology));
            assertEquals("32 0 15", counts(Algorithm.LINEAR_GATHER, Operation.GATHERV, topology));
        }
    }

    /** Messages of root 0 between sites, between machines of a site, inside machines. */
    private static String counts(Algorithm algorithm, Operation operation, Topology topology) {
        int[] counts = new int[4];
        for (Schedule schedule : schedules(new Served(algorithm, operation), 1000, topology, 0, InPlace.NOBODY)) {
            for (int step = 0; step < schedule.steps(); step++) {
                if (schedule.word(step, Schedule.KIND) == Schedule.SEND) {
                    counts[topology.channel(schedule.shape().rank(), schedule.word(step, Schedule.PEER))]++;
                }
            }
        }
        return counts[0] + " " + counts[2] + " " + counts[3];
    }

    private static int sent(Cluster cluster, Schedule[] schedules) {
        int messages = 0;
        for (int rank = 0; rank < schedules.length; rank++) {
            for (int step = 0; step < schedules[rank].steps(); step++) {
                int peer = schedules[rank].word(step, Schedule.PEER);
                boolean sends = schedules[rank].word(step, Schedule.KIND) == Schedule.SEND;
                messages += sends && cluster.contains(rank) && cluster.contains(peer) && cluster.indexOf(rank) != cluster.indexOf(peer) ? 1 : 0;
            }
        }
        return messages;
    }

    // ---- that the checker would notice

    @ParameterizedTest
    @MethodSource("collective")
    void plantedBugsAreCaught(Served served) {
        Topology topology = Places.figure9(3, true);
        int root = served.operation.isRooted() ? 4 : 0;
        Schedule[] right = schedules(served, 2, topology, root, InPlace.NOBODY);
        Instance instance = new Instance(served.operation, topology.size(), root, 4, true);
        Checker.check(instance, right);
        int planted = 0;
        for (int rank = 0; rank < right.length; rank++) {
            for (int step = 0; step < right[rank].steps(); step++) {
                for (Schedule spoilt : spoilt(right[rank], step, instance)) {
                    assertCaught(served, instance, right, rank, spoilt, "step " + step);
                    planted++;
                }
            }
            for (int at : ScheduleSurgeon.neededPredecessors(right[rank])) {
                assertCaught(served, instance, right, rank, ScheduleSurgeon.withoutPredecessor(right[rank], at), "dependency " + at);
                planted++;
            }
        }
        System.out.println(served + ": " + planted + " planted bugs caught");
        assertTrue(planted > 100);
    }

    private static void assertCaught(Served served, Instance instance, Schedule[] right, int rank, Schedule wrong, String what) {
        Schedule[] all = right.clone();
        all[rank] = wrong;
        assertThrows(CheckFailure.class, () -> Checker.check(instance, all), () -> served + ": rank " + rank + ", " + what + " went unnoticed\n" + wrong);
    }

    /** A wrong peer, a wrong place, a block too many, lengths that nobody takes, memory that nobody asks for. */
    private static List<Schedule> spoilt(Schedule right, int step, Instance instance) {
        List<Schedule> wrong = new ArrayList<>();
        int kind = right.word(step, Schedule.KIND);
        if (kind == Schedule.SEND || kind == Schedule.RECEIVE) {
            wrong.add(ScheduleSurgeon.withWord(right, step, Schedule.PEER, (right.word(step, Schedule.PEER) + 1) % right.shape().size()));
        }
        if (kind == Schedule.MEASURE || kind == Schedule.ALLOCATE || kind == Schedule.COPY && Copies.move(right, step, instance)) {
            wrong.add(ScheduleSurgeon.withWord(right, step, Schedule.KIND, Schedule.FENCE));
            wrong.add(ScheduleSurgeon.withWord(right, step, Schedule.SOURCE_TO, right.word(step, Schedule.SOURCE_TO) + 1));
            wrong.add(ScheduleSurgeon.withWord(right, step, Schedule.TARGET_FROM, right.word(step, Schedule.TARGET_FROM) - 1));
        }
        return wrong;
    }
}
