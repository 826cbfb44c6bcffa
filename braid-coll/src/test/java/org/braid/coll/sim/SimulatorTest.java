package org.braid.coll.sim;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.algorithm.generator.Tuning;
import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.topology.Place;
import org.braid.coll.topology.Places;
import org.braid.coll.topology.Topology;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;

@Execution(CONCURRENT)
class SimulatorTest {
    private static final ChannelCost SLOW = ChannelCost.ofNs(20_000_000, 5_000, 10);
    private static final ChannelCost LAN = ChannelCost.ofNs(15_000, 2_000, 1);
    private static final ChannelCost NEAR = ChannelCost.ofNs(500, 200, 0.125);

    private static Network network(Topology topology) {
        List<ChannelCost> channels = new ArrayList<>();
        for (int level = 0; level < topology.kinds().size(); level++) {
            channels.add(level == 0 ? SLOW.through(ChannelCost.Pipe.OF_PAIR) : new ChannelCost(LAN.latencyPs(), LAN.sendPs(), LAN.receivePs(), LAN.gapPs(), LAN.psPerByte(), ChannelCost.Pipe.OF_SENDER, 700, ChannelCost.LEAST_TRIPS));
        }
        channels.add(NEAR);
        return new Network(topology, channels, 100, 50);
    }

    /** A processor in the middle takes and sends each segment; of many segments it is not kept from sending by those that have come, as it is of few. */
    @Test
    void aPipelineOfAThousandSegmentsGoesOnAtLeastAsOneOfFewBegan() {
        for (Algorithm algorithm : List.of(Algorithm.CHAIN_BCAST, Algorithm.CHAIN_REDUCE, Algorithm.DOUBLE_TREE_BCAST)) {
            long each = (pipeline(algorithm, 60) - pipeline(algorithm, 40)) / 20;
            assertTrue(pipeline(algorithm, 1000) <= pipeline(algorithm, 60) + 940 * each, algorithm.toString());
            assertTrue(pipeline(algorithm, 1000) >= 1000 * (NEAR.sendPs() + NEAR.receivePs()), algorithm.toString());
        }
    }

    private static long pipeline(Algorithm algorithm, int segments) {
        int halves = algorithm == Algorithm.DOUBLE_TREE_BCAST ? 2 : 1;
        Operation operation = algorithm.serves(Operation.BCAST) ? Operation.BCAST : Operation.REDUCE;
        Tuning tuning = Tuning.parse("segment=" + 100 * halves, algorithm.keys());
        return Simulator.run(new Collective(operation, algorithm, 6, 0, 100L * halves * segments, true, null, tuning), new Network(Topology.flat(6), List.of(NEAR), 100, 50)).timePs();
    }

    @Test
    void everyAlgorithmComesToItsEndWithExactlyTheMessagesOfItsSchedulesOnTheChannelsBetweenTheirRanks() {
        int run = 0;
        for (Topology topology : List.of(Topology.flat(1), Topology.flat(8), Topology.flat(13), Places.figure1(), Places.figure9(3, true))) {
            for (Algorithm algorithm : Algorithm.values()) {
                for (Operation operation : Operation.values()) {
                    if (algorithm.serves(operation) && algorithm.allows(topology.size(), true) && !operation.isOfNeighbours()) {
                        run += assertEndsWithItsMessages(topology, algorithm, operation);
                    }
                }
            }
        }
        assertTrue(run > 200, "only " + run);
    }

    private static int assertEndsWithItsMessages(Topology topology, Algorithm algorithm, Operation operation) {
        int root = operation.isRooted() ? topology.size() - 1 : 0;
        Collective collective = new Collective(operation, algorithm, topology.size(), root, 1000, topology);
        Outcome outcome = Simulator.run(collective, network(topology));
        long[] messages = new long[topology.kinds().size() + 1];
        long[] bytes = new long[messages.length];
        for (int rank = 0; rank < topology.size(); rank++) {
            Schedule schedule = collective.schedule(rank);
            for (int step = 0; step < schedule.steps(); step++) {
                if (collective.kind(schedule, step) == Schedule.SEND) {
                    int channel = topology.channel(schedule.shape().rank(), schedule.word(step, Schedule.PEER));
                    messages[channel]++;
                    bytes[channel] += collective.bytes(schedule, step);
                }
            }
        }
        assertArrayEquals(messages, outcome.messages(), algorithm.toString());
        assertArrayEquals(bytes, outcome.bytes(), algorithm.toString());
        assertEquals(outcome.timePs(), Simulator.run(collective, network(topology)).timePs(), "the same again");
        return 1;
    }

    @Test
    void nobodyLeavesABarrierBeforeTheLastHasEntered() {
        Topology topology = Places.figure9(5, true);
        long[] starts = new long[topology.size()];
        starts[7] = 90_000_000_000L;
        for (Algorithm algorithm : List.of(Algorithm.DISSEMINATION_BARRIER, Algorithm.CENTRAL_BARRIER, Algorithm.MULTILEVEL_BARRIER, Algorithm.MULTILEVEL_LINEAR_BARRIER)) {
            long[] ends = Simulator.run(new Collective(Operation.BARRIER, algorithm, topology.size(), 0, 0, topology), network(topology), starts).endsPs();
            assertTrue(Arrays.stream(ends).allMatch(end -> end > starts[7]), algorithm.toString());
        }
    }

    /** While a port is busy with a long message, the processor takes what arrives: it does not stand behind sends that only wait for the port. */
    @Test
    void aReceiveDoesNotWaitForSendsThatWaitForThePort() {
        ChannelCost thin = new ChannelCost(1000, 10, 10, 10, 1000, false);
        long[] ends = Simulator.run(new Collective(Operation.ALLTOALL, Algorithm.LINEAR_ALLTOALL, 4, 0, 1001, null), Network.flat(4, thin)).endsPs();
        long ports = 3 * 1_000_000 + 2 * 10; // three messages through each port, one after the other
        assertTrue(Arrays.stream(ends).allMatch(end -> end <= ports + 1000 + 100), Arrays.toString(ends));
    }

    @Test
    void aMessageThatIsOfferedFirstPaysTheLatencyThreeTimes() {
        ChannelCost cost = new ChannelCost(1000, 10, 7, 10, 2, ChannelCost.Pipe.OF_SENDER, 100, ChannelCost.LEAST_TRIPS);
        assertEquals(10 + 98 * 2 + 1000 + 7, Simulator.run(new Collective(Operation.BCAST, Algorithm.LINEAR_BCAST, 2, 0, 99, null), Network.flat(2, cost)).timePs());
        assertEquals(10 + 1000 + 7 + 1000 + 10 + 99 * 2 + 1000 + 7, Simulator.run(new Collective(Operation.BCAST, Algorithm.LINEAR_BCAST, 2, 0, 100, null), Network.flat(2, cost)).timePs());
        long[] late = {0, 50_000};
        assertEquals(50_000 + 7 + 1000 + 10 + 99 * 2 + 1000 + 7, Simulator.run(new Collective(Operation.BCAST, Algorithm.LINEAR_BCAST, 2, 0, 100, null), Network.flat(2, cost), late).timePs());
    }

    /** Three sites are two latencies of 20 ms apart, in one part or in four: no part waits for another's result. */
    @Test
    void partsOfAnAllreduceByLanesAreFarAwayAtOnce() {
        Topology topology = Places.figure9(4, false);
        for (Topology sites : List.of(topology.without(Set.of("site")), topology, Places.figure9(4, true))) {
            long one = Simulator.run(new Collective(Operation.ALLREDUCE, Algorithm.MULTILEVEL_ALLREDUCE, 12, 0, 64, sites), network(sites)).timePs();
            long four = Simulator.run(new Collective(Operation.ALLREDUCE, Algorithm.MULTILEVEL_LANES_ALLREDUCE, 12, 0, 64, sites), network(sites)).timePs();
            assertTrue(four < one + one / 10, one + " " + four);
        }
        long one = Simulator.run(new Collective(Operation.BCAST, Algorithm.MULTILEVEL_BCAST, 12, 5, 64, topology), network(topology)).timePs();
        long four = Simulator.run(new Collective(Operation.BCAST, Algorithm.MULTILEVEL_LANES_BCAST, 12, 5, 64, topology), network(topology)).timePs();
        assertTrue(four < one + one / 10, one + " " + four);
    }

    /** Each finds its lane, and a lane those that it serves, without a table of all ranks at each. */
    @Test
    void aHundredThousandRanksGatherAndScatterByLanes() {
        Topology topology = Places.hosts(100, 1000, false);
        for (Algorithm algorithm : List.of(Algorithm.MULTILEVEL_LANES_GATHER, Algorithm.MULTILEVEL_LANES_SCATTER)) {
            Operation operation = algorithm.serves(Operation.GATHER) ? Operation.GATHER : Operation.SCATTER;
            Outcome outcome = Simulator.run(new Collective(operation, algorithm, topology.size(), 5, 8, topology), network(topology));
            assertArrayEquals(new long[] {0, 0, 99_000, 999}, outcome.messages());
            assertEquals(8 * 99_000, outcome.bytes()[2]);
            assertEquals(8 * (topology.size() - 100), outcome.bytes()[3]); // all but what the root and those beyond that it serves have
        }
    }

    @Test
    void whatIsSharedIsTakenOneAfterTheOther() {
        Topology topology = Topology.of(List.of("site"), List.of(Place.of("a"), Place.of("a"), Place.of("a"), Place.of("b"), Place.of("b"), Place.of("b")));
        ChannelCost line = new ChannelCost(0, 1, 1, 1, 1000, false);
        Collective exchange = new Collective(Operation.ALLTOALL, Algorithm.PAIRWISE_ALLTOALL, 6, 0, 1001, topology);
        long free = Simulator.run(exchange, new Network(topology, List.of(line, line), 0, 0)).timePs();
        long shared = Simulator.run(exchange, new Network(topology, List.of(line.through(ChannelCost.Pipe.OF_PAIR), line), 0, 0)).timePs();
        assertTrue(shared >= 9_000_000 && free < 6_000_000, free + " " + shared); // nine messages of a millisecond cross it in each direction
    }

    @Test
    void whatLeavesOneSideIsTakenOneAfterTheOtherWhomeverItIsFor() {
        Topology topology = Places.hosts(3, 2, false);
        ChannelCost near = new ChannelCost(0, 1, 1, 1, 0, false);
        ChannelCost line = new ChannelCost(0, 1, 1, 1, 1000, false);
        Collective exchange = new Collective(Operation.ALLTOALL, Algorithm.LINEAR_ALLTOALL, 6, 0, 1001, topology);
        long ofPairs = timeOf(exchange, topology, line.through(ChannelCost.Pipe.OF_PAIR), near); // four go from a host to each other one
        long ofSides = timeOf(exchange, topology, line.through(ChannelCost.Pipe.OF_SIDE), near); // and eight leave it
        assertTrue(ofPairs < 8_000_000 && ofSides >= 8_000_000, ofPairs + " " + ofSides);
    }

    private static long timeOf(Collective collective, Topology topology, ChannelCost between, ChannelCost within) {
        List<ChannelCost> channels = new ArrayList<>();
        for (int level = 0; level <= topology.kinds().size(); level++) {
            channels.add(topology.isWithinHost(level) ? within : between);
        }
        return Simulator.run(collective, new Network(topology, channels, 0, 0)).timePs();
    }

    /** Four ranks that have a core each wait for none, whenever one of them plans ahead; but it is their cores that move the bytes, into the ring and out of it. */
    @Test
    void ranksWithACoreEachCopyWithItAndWaitForNobody() {
        ChannelCost ring = new ChannelCost(0, 1, 1, 1, 1000, false);
        Collective pairs = new Collective(Operation.ALLGATHER, Algorithm.RECURSIVE_DOUBLING_ALLGATHER, 4, 0, 1001, null);
        Network ports = Network.flat(4, ring);
        Network cores = new Network(ports.topology(), ports.channels(), 0, 0, new Sharing(4, false, 1_000_000_000), BoardCost.USUAL);
        assertEquals(3, Simulator.run(pairs, ports).timePs() / 1_000_000); // a block, then two
        assertEquals(6, Simulator.run(pairs, cores).timePs() / 1_000_000); // in and out, and never a turn
    }

    @Test
    void whatWouldNotFitIsRefusedBeforeItIsTried() {
        long[] starts = new long[1_000_000];
        for (Collective collective : List.of(
                new Collective(Operation.ALLREDUCE, Algorithm.RING_ALLREDUCE, starts.length, 0, 8, null), new Collective(Operation.ALLTOALL, Algorithm.PAIRWISE_ALLTOALL, starts.length, 0, 8, null))) {
            BraidException refused = assertThrows(BraidException.class, () -> Simulator.run(collective, Network.flat(starts.length, NEAR), starts)); // ranks that enter at times of their own are not alike
            assertEquals(ErrorCode.SIMULATION_TOO_LARGE, refused.code());
        }
    }

    @Test
    void amongOthersNoneTakesMinutes() {
        int ranks = 10_000;
        Network network = Network.flat(ranks, NEAR);
        BraidException refused = assertThrows(BraidException.class, () -> Simulator.runAmongOthers(new Collective(Operation.BCAST, Algorithm.SCATTER_RING_BCAST, ranks, 0, 8, null), network)); // a root, so nobody is like others
        assertEquals(ErrorCode.SIMULATION_TOO_LARGE, refused.code());
        Collective tree = new Collective(Operation.BCAST, Algorithm.BINOMIAL_BCAST, ranks, 0, 8, null);
        assertEquals(Simulator.run(tree, network).timePs(), Simulator.runAmongOthers(tree, network).timePs());
        Collective ring = new Collective(Operation.ALLREDUCE, Algorithm.RING_ALLREDUCE, ranks, 0, 8 * ranks, null);
        assertEquals(1, Simulator.runAmongOthers(ring, network).classes());
    }

    @Test
    void thousandsOfRanksTakeATreesTimeAndALogarithmOfExchanges() {
        int ranks = 1 << 13;
        ChannelCost unit = new ChannelCost(0, 1, 0, 1, 0, false);
        assertEquals(13, Simulator.run(new Collective(Operation.BCAST, Algorithm.BINOMIAL_BCAST, ranks, 77, 1, null), Network.flat(ranks, unit)).timePs());
        Outcome allreduce = Simulator.run(new Collective(Operation.ALLREDUCE, Algorithm.RECURSIVE_DOUBLING_ALLREDUCE, ranks, 0, 1, null), Network.flat(ranks, unit));
        assertEquals(13, allreduce.timePs());
        assertEquals(13L * ranks, allreduce.messages()[0]);
    }
}
