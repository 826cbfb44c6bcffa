package org.braid.coll.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.braid.coll.Schedules.InPlace;
import org.braid.coll.board.Extent;
import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;
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

/** Schedules over the shared memory of each of several hosts are right on every tree of up to six ranks, so in every placement of them, and on twelve shapes of every number of ranks up to 33, for every root and operator. Spoilt ones: {@link HostsPlantedBugsTest}. */
@Execution(CONCURRENT)
class HostsSchedulesTest {
    private static final int MOST_RANKS = Integer.getInteger("braid.coll.trees", 6); // 7 takes many times as long
    private static final List<List<Topology>> TREES = IntStream.rangeClosed(2, MOST_RANKS).mapToObj(Places::all).toList(); // made once for all operations
    private static final int LARGEST = 33; // on twelve shapes

    static Stream<Operation> reductions() {
        return HostsInstances.served().filter(Operation::isReduction);
    }

    @ParameterizedTest
    @MethodSource("org.braid.coll.check.HostsInstances#served")
    void onEveryTreeOfAFewRanksEachGivesWhatItsOperationMeans(Operation operation) {
        int proven = 0;
        for (List<Topology> trees : TREES) {
            for (Topology topology : trees) {
                proven += prove(operation, topology);
            }
        }
        assertTrue(proven >= 9, "so few: " + proven);
    }

    @ParameterizedTest
    @MethodSource("org.braid.coll.check.HostsInstances#served")
    void onTwelveShapesOfUpTo33RanksItDoesSoToo(Operation operation) {
        int proven = 0;
        for (int ranks = 7; ranks <= LARGEST; ranks++) {
            for (Topology topology : Places.twelve(ranks)) {
                for (int root = 0; root < (operation.isRooted() ? ranks : 1); root++) {
                    proven += proveOnce(operation, topology, root);
                }
            }
        }
        assertTrue(proven >= 4 * (LARGEST - 6), "so few: " + proven);
    }

    /** In place at some roots; where there is none, both ways. */
    private static int proveOnce(Operation operation, Topology topology, int root) {
        Hosts hosts = Hosts.of(topology);
        if (hosts.mostRanks() == 1 || hosts.count() == 1 || !HostsInstances.serves(operation, hosts)) {
            return 0;
        }
        InPlace atRoot = root % 2 == 0 ? InPlace.NOBODY : InPlace.EVERYBODY;
        InPlace[] places = !operation.allowsInPlace() ? new InPlace[] {InPlace.NOBODY} : operation.isRooted() ? new InPlace[] {atRoot} : new InPlace[] {InPlace.NOBODY, InPlace.EVERYBODY};
        for (boolean commutative : operation.isReduction() ? new boolean[] {true, false} : new boolean[] {true}) {
            for (InPlace inPlace : places) {
                Checker.check(new Instance(operation, topology.size(), root, 1, commutative), HostsInstances.schedules(operation, hosts, topology.size(), root, commutative, inPlace));
            }
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
                Schedule[] schedules = HostsInstances.schedules(operation, Hosts.of(topology), topology.size(), 0, true, InPlace.NOBODY);
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
                    Schedule[] schedules = HostsInstances.schedules(operation, hosts, topology.size(), root, commutative, inPlace, Extent.SHORT.placeBytes(), true);
                    Checker.checkReproducible(new Instance(operation, topology.size(), root, 3, false), schedules);
                    proven++;
                }
            }
        }
        return proven;
    }

    @ParameterizedTest
    @MethodSource("org.braid.coll.check.HostsInstances#served")
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
    @MethodSource("org.braid.coll.check.HostsInstances#served")
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
                    Checker.check(new Instance(operation, topology.size(), root, 12, true), HostsInstances.tight(operation, hosts, topology.size(), root, inPlace));
                }
            }
        }
    }

    private static int prove(Operation operation, Topology topology) {
        Hosts hosts = Hosts.of(topology);
        int proven = 0;
        for (boolean commutative : operation.isReduction() ? new boolean[] {true, false} : new boolean[] {true}) {
            if (hosts.mostRanks() == 1 || hosts.count() == 1 || !HostsInstances.serves(operation, hosts)) {
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
        Checker schedules = Checker.of(HostsInstances.schedules(operation, hosts, size, root, commutative, inPlace));
        for (int count : new int[] {0, 3}) {
            schedules.check(new Instance(operation, size, root, count, commutative));
        }
        return 1;
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
        for (Schedule each : HostsInstances.schedules(operation, hosts, 20, root, true, InPlace.NOBODY)) {
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
        assertTrue(HostsInstances.serves(Operation.ALLTOALL, Hosts.of(Places.hosts(2, 16, false))));
        assertFalse(HostsInstances.serves(Operation.ALLTOALL, Hosts.of(Places.hosts(3, 16, false))));
    }
}
