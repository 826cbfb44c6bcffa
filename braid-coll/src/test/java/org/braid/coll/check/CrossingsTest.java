package org.braid.coll.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.algorithm.generator.Tuning;
import org.braid.coll.check.Graphs.Edge;
import org.braid.coll.schedule.Neighbourhood;
import org.braid.coll.schedule.Neighbours;
import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleSurgeon;
import org.braid.coll.schedule.Shape;
import org.braid.coll.topology.Places;
import org.braid.coll.topology.Topology;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Edges of neighbours that cross slow channels together: every block comes where its edge ends, on all small graphs and trees; how many messages cross; and bugs. */
@Execution(CONCURRENT)
class CrossingsTest {
    /** Set {@code -Dbraid.coll.seed=…} to replay one seed. */
    private static final Long REPLAYED = Long.getLong("braid.coll.seed");

    /** The lists of all ranks. */
    private record Lists(Neighbours[] each) implements Neighbourhood {
        @Override
        public Neighbours ofRank(int rank) {
            return each[rank];
        }
    }

    static Stream<Algorithm> algorithms() {
        return Arrays.stream(Algorithm.values()).filter(each -> each.keys().contains(Tuning.EDGES));
    }

    private static Operation operation(Algorithm algorithm) {
        return Arrays.stream(Operation.values()).filter(algorithm::serves).findFirst().orElseThrow();
    }

    private static boolean isTabled(Algorithm algorithm) {
        return algorithm.keys().contains(Tuning.TOGETHER);
    }

    private static Tuning told(Algorithm algorithm, int edges, long together) {
        return Tuning.parse("edges=" + edges + (isTabled(algorithm) ? ", together=" + together : ""), algorithm.keys());
    }

    private static Schedule[] schedules(Algorithm algorithm, Tuning tuning, Topology topology, Neighbourhood all) {
        Schedule[] schedules = new Schedule[topology.size()];
        for (int rank = 0; rank < schedules.length; rank++) {
            schedules[rank] = algorithm.generate(new Shape(operation(algorithm), schedules.length, rank, 0, true, false, all.ofRank(rank).among(all)).in(topology), tuning, 1);
        }
        return schedules;
    }

    private static int prove(Algorithm algorithm, Tuning tuning, Topology topology, Neighbourhood all, int... counts) {
        Checker schedules = Checker.of(schedules(algorithm, tuning, topology, all));
        for (int count : counts) {
            schedules.check(new Instance(operation(algorithm), topology.size(), 0, count, true));
        }
        return counts.length;
    }

    // ---- every block comes where its edge ends

    /** Edges to oneself and several between one pair included; on every tree of these ranks, all edges together, and those alone that are two. */
    @ParameterizedTest
    @MethodSource("algorithms")
    void everyGraphOfUpToThreeRanksWithUpToThreeEdges(Algorithm algorithm) {
        int proven = 0;
        for (int size = 1; size <= 3; size++) {
            for (Topology topology : Places.all(size)) {
                for (int edges = 0; edges <= 3; edges++) {
                    for (int code = 0; code < Math.pow(size * size, edges); code++) {
                        Lists all = lists(size, Graphs.edges(size, edges, code));
                        proven += prove(algorithm, told(algorithm, 1, 2), topology, all, 0, 1, 4) + prove(algorithm, told(algorithm, 2, 1000), topology, all, 4);
                    }
                }
            }
        }
        assertTrue(proven > 10_000, proven + " cases");
    }

    /** All 4096 of them without edges to oneself; each on one of the trees of four ranks for each operation, and all operations together on four. */
    @ParameterizedTest
    @MethodSource("algorithms")
    void everyGraphOfFourRanksWithoutRepetitions(Algorithm algorithm) {
        List<Topology> trees = Places.all(4);
        int proven = 0;
        for (int graph = 0; graph < 1 << 12; graph++) {
            List<Edge> edges = new ArrayList<>();
            for (int bit = 0; bit < 12; bit++) {
                int from = bit / 3;
                if ((graph >> bit & 1) != 0) {
                    edges.add(new Edge(from, bit % 3 < from ? bit % 3 : bit % 3 + 1));
                }
            }
            for (int tree = (graph + algorithm.ordinal()) % 4; tree < trees.size(); tree += 4) {
                proven += prove(algorithm, told(algorithm, 1, 3), trees.get(tree), lists(4, edges), 4);
            }
        }
        assertEquals(4096 / 4 * 26, proven);
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void randomGraphsOfUpToTwelveRanksInOrdersOfTheirOwnOnTreesDrawnByLot(Algorithm algorithm) {
        long first = REPLAYED == null ? System.nanoTime() : REPLAYED;
        for (int run = 0; run < (REPLAYED == null ? 400 : 1); run++) {
            long seed = first + run;
            Random random = new Random(seed);
            int size = 2 + random.nextInt(11);
            List<Edge> edges = new ArrayList<>();
            for (int edge = random.nextInt(6 * size); edge > 0; edge--) {
                edges.add(new Edge(random.nextInt(size), random.nextInt(size)));
            }
            Lists all = new Lists(Graphs.shuffled(Graphs.neighbours(size, edges), random));
            try {
                prove(algorithm, told(algorithm, 1 + random.nextInt(5), 1 + random.nextInt(6)), Places.random(size, random), all, 0, 1, 4);
            } catch (RuntimeException failure) {
                throw new AssertionError("replay with -Dbraid.coll.seed=" + seed, failure);
            }
        }
    }

    /** Edges in one order at all ranks. */

    private static Lists lists(int size, List<Edge> edges) {
        return new Lists(Graphs.neighbours(size, edges));
    }

    // ---- how often they cross a channel

    /** Every rank of two hosts of six sends to all six on the other one: 72 edges, or 2 messages, and as many of lengths; of an allgather six blocks in each. */
    @ParameterizedTest
    @MethodSource("algorithms")
    void betweenTwoHostsOneMessageGoesEachWay(Algorithm algorithm) {
        List<Edge> edges = new ArrayList<>();
        for (int from = 0; from < 12; from++) {
            for (int to = 0; to < 12; to++) {
                if (from / 6 != to / 6) {
                    edges.add(new Edge(from, to));
                }
            }
        }
        Topology hosts = Places.hosts(2, 6, false);
        Schedule[] together = schedules(algorithm, told(algorithm, 4, 1000), hosts, lists(12, edges));
        Schedule[] straight = schedules(algorithm, told(algorithm, 37, 1000), hosts, lists(12, edges));
        assertEquals(72, crossing(straight, hosts));
        assertEquals(isTabled(algorithm) ? 4 : 2, crossing(together, hosts));
        boolean isPersonal = operation(algorithm) == Operation.NEIGHBOR_ALLTOALL || operation(algorithm) == Operation.NEIGHBOR_ALLTOALLV;
        assertEquals(Set.of(isPersonal ? 36 : 6), unitsCrossing(together, hosts));
    }

    /** Two sites: what crosses between these, and between the hosts of one, goes together on its level. */
    @ParameterizedTest
    @MethodSource("algorithms")
    void eachPairOfClustersOfEachLevelHasOneMessageEachWay(Algorithm algorithm) {
        List<Edge> edges = new ArrayList<>();
        for (int from = 0; from < 18; from++) {
            for (int to = 0; to < 18; to++) {
                edges.add(new Edge(from, to));
            }
        }
        for (boolean cyclic : new boolean[] {false, true}) {
            Topology topology = Places.figure9(6, cyclic);
            Schedule[] schedules = schedules(algorithm, told(algorithm, 4, 1000), topology, lists(18, edges));
            int[] counts = new int[4];
            for (Schedule schedule : schedules) {
                for (int step = 0; step < schedule.steps(); step++) {
                    if (schedule.word(step, Schedule.KIND) == Schedule.SEND) {
                        counts[topology.channel(schedule.shape().rank(), schedule.word(step, Schedule.PEER))]++;
                    }
                }
            }
            int each = isTabled(algorithm) ? 2 : 1;
            assertEquals(2 * each, counts[0], "between sites");
            int nearOfSite = 12 - 1 + 12 - 1; // to the one that sends to the other site, from the one that receives; those of its own host cross nothing
            assertTrue(counts[2] >= 2 * each && counts[2] <= (2 + nearOfSite) * each, () -> "between hosts " + counts[2]);
        }
    }

    /** So that several crossings of one cluster are the work of several ranks. */
    @Test
    void ranksShareTheWorkOfSendingForTheirHost() {
        List<Edge> edges = new ArrayList<>();
        for (int from = 0; from < 16; from++) {
            for (int to = 0; to < 16; to++) {
                edges.add(new Edge(from, to));
            }
        }
        Topology hosts = Places.hosts(4, 4, false);
        Set<Integer> senders = new HashSet<>();
        for (Schedule schedule : schedules(Algorithm.MULTILEVEL_NEIGHBOR_ALLTOALL, told(Algorithm.MULTILEVEL_NEIGHBOR_ALLTOALL, 4, 0), hosts, lists(16, edges))) {
            int crossing = crossing(new Schedule[] {schedule}, hosts);
            assertTrue(crossing <= 1);
            if (crossing > 0) {
                senders.add(schedule.shape().rank());
            }
        }
        assertEquals(12, senders.size());
    }

    private static int crossing(Schedule[] schedules, Topology topology) {
        int count = 0;
        for (Schedule schedule : schedules) {
            for (int step = 0; step < schedule.steps(); step++) {
                count += isCrossing(schedule, step, topology) ? 1 : 0;
            }
        }
        return count;
    }

    private static Set<Integer> unitsCrossing(Schedule[] schedules, Topology topology) {
        Set<Integer> units = new HashSet<>();
        for (Schedule schedule : schedules) {
            for (int step = 0; step < schedule.steps(); step++) {
                if (isCrossing(schedule, step, topology)) {
                    units.add(schedule.word(step, Schedule.SOURCE_TO) - schedule.word(step, Schedule.SOURCE_FROM));
                }
            }
        }
        return units;
    }

    private static boolean isCrossing(Schedule schedule, int step, Topology topology) {
        return schedule.word(step, Schedule.KIND) == Schedule.SEND && topology.channel(schedule.shape().rank(), schedule.word(step, Schedule.PEER)) < topology.kinds().size();
    }

    /** A rank that nobody is the neighbour of knows no length of blocks, so it must not be needed. */
    @ParameterizedTest
    @MethodSource("algorithms")
    void whoHasNoNeighboursDoesNothingForOthers(Algorithm algorithm) {
        List<Edge> edges = new ArrayList<>();
        for (int from = 1; from < 4; from++) {
            for (int to = 5; to < 8; to++) {
                edges.add(new Edge(from, to));
            }
        }
        Schedule[] schedules = schedules(algorithm, told(algorithm, 1, 1000), Places.hosts(2, 4, false), lists(8, edges));
        assertEquals(0, schedules[0].steps());
        assertEquals(0, schedules[4].steps());
        assertEquals(isTabled(algorithm) ? 2 : 1, crossing(schedules, Places.hosts(2, 4, false)));
    }

    // ---- that the checker would notice

    @ParameterizedTest
    @MethodSource("algorithms")
    void plantedBugsAreCaught(Algorithm algorithm) {
        Topology topology = Places.figure9(3, true);
        List<Edge> edges = new ArrayList<>();
        for (int from = 0; from < 9; from++) {
            for (int to : new int[] {from, (from + 1) % 9, (from + 2) % 9, (from + 5) % 9, (from + 5) % 9}) {
                edges.add(new Edge(from, to));
            }
        }
        Schedule[] right = schedules(algorithm, told(algorithm, 2, 4), topology, lists(9, edges));
        Instance instance = new Instance(operation(algorithm), 9, 0, 5, true);
        Checker.check(instance, right);
        int planted = NeighbourBugs.caught(instance, right, (schedule, step) -> Copies.move(schedule, step, instance));
        System.out.println(algorithm + ": " + planted + " planted bugs caught");
        assertTrue(planted > 200);
    }

    /** As if the ends of a crossing had counted its blocks in unlike orders. */
    @Test
    void blocksThatTheirReceiverTakesForEachOtherAreCaught() {
        Topology hosts = Places.hosts(2, 2, false);
        Lists all = lists(4, List.of(new Edge(0, 2), new Edge(1, 2), new Edge(0, 3), new Edge(1, 3)));
        Lists swapped = lists(4, List.of(new Edge(1, 2), new Edge(0, 2), new Edge(0, 3), new Edge(1, 3)));
        Tuning tuning = told(Algorithm.MULTILEVEL_NEIGHBOR_ALLTOALL, 1, 0);
        Schedule[] right = schedules(Algorithm.MULTILEVEL_NEIGHBOR_ALLTOALL, tuning, hosts, all);
        Instance instance = new Instance(Operation.NEIGHBOR_ALLTOALL, 4, 0, 3, true);
        Checker.check(instance, right);
        Schedule spoilt = right[2];
        Schedule other = schedules(Algorithm.MULTILEVEL_NEIGHBOR_ALLTOALL, tuning, hosts, swapped)[2];
        for (int step = 0; step < other.steps(); step++) {
            for (int word = 0; word < Schedule.STRIDE; word++) {
                spoilt = ScheduleSurgeon.withWord(spoilt, step, word, other.word(step, word));
            }
        }
        right[2] = spoilt;
        assertEquals(CheckFailure.Rule.PROVENANCE, assertThrows(CheckFailure.class, () -> Checker.check(instance, right)).rule());
    }
}
