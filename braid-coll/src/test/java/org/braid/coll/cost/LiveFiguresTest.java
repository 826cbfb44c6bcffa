package org.braid.coll.cost;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.schedule.Operation;
import org.braid.coll.sim.Network;
import org.braid.coll.topology.Places;
import org.braid.coll.topology.Topology;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The models by which {@link RuleGuidelinesTest} holds the rules say of two algorithms, one by the other's time, what jobs measured live (docs/decisions/rules.md, "What stays outside"), within a third: of two ranks of one host, and of hosts each of which has one channel for its ranks.
 */
class LiveFiguresTest {
    private static final double ERROR = 1 / 3.0;

    /** As the job ran: four hosts of two ranks as threads of one process each, on two cores, by {@code delay(500us, bandwidth=100MB/s, group=nic)}. */
    private static final String ONE_CHANNEL = "host latency=500ns overhead=4us bandwidth=8GB/s offered=65KiB\ncluster latency=500us overhead=4us bandwidth=100MB/s shared=side offered=65KiB trips=4\ncompute cores=2 turn=20us together\n";

    private static void assertNear(double live, String links, Topology topology, Operation operation, long bytes, Algorithm one, Operation otherOperation, Algorithm other) {
        Links read = new Links();
        read.read(links);
        Network network = read.of(topology);
        double simulated = (double) timePs(network, operation, bytes, one) / timePs(network, otherOperation, bytes, other);
        assertTrue(Math.abs(simulated / live - 1) <= ERROR, () -> one + " of " + bytes + ": " + simulated + " in virtual time, " + live + " live");
    }

    private static long timePs(Network network, Operation operation, long bytes, Algorithm algorithm) {
        return new Candidates(operation, 0, bytes, true, true, network).run(algorithm, null).timePs();
    }

    /** A reduction in parts by one in one message. */
    @ParameterizedTest
    @CsvSource({"8192, 1.98", "16384, 1.43", "32768, 1.31", "65536, 0.95", "1048576, 1.10", "4194304, 1.04"})
    void ofTwoRanksPartsTakeAsMuchLonger(long bytes, double live) {
        assertNear(live, RuleGuidelinesTest.HOST, Topology.flat(2), Operation.REDUCE, bytes, Algorithm.LINEAR_PARTS_REDUCE, Operation.REDUCE, Algorithm.LINEAR_REDUCE);
    }

    /** An allreduce by a reduction. */
    @ParameterizedTest
    @CsvSource({"16384, 1.44", "32768, 1.44", "65536, 0.99"})
    void ofTwoRanksAnAllreduceTakesAsMuchLonger(long bytes, double live) {
        assertNear(live, RuleGuidelinesTest.HOST, Topology.flat(2), Operation.ALLREDUCE, bytes, Algorithm.RABENSEIFNER_ALLREDUCE, Operation.REDUCE, Algorithm.LINEAR_REDUCE);
    }

    /** An allgather straight, and an alltoall, by an allgather through leaders. */
    @ParameterizedTest
    @CsvSource({"1024, 1.20, 1.11", "16384, 1.19, 1.40", "65536, 1.77, 1.69", "262144, 1.46, 1.71"})
    void ofCrowdedHostsWhatGoesStraightTakesAsMuchLongerThanLeaders(long bytes, double allgather, double alltoall) {
        Topology topology = Places.hosts(4, 2, false);
        assertNear(allgather, ONE_CHANNEL, topology, Operation.ALLGATHER, bytes, Algorithm.LINEAR_ALLGATHER, Operation.ALLGATHER, Algorithm.MULTILEVEL_LINEAR_ALLGATHER);
        assertNear(alltoall, ONE_CHANNEL, topology, Operation.ALLTOALL, bytes, Algorithm.LINEAR_ALLTOALL, Operation.ALLGATHER, Algorithm.MULTILEVEL_LINEAR_ALLGATHER);
    }
}
