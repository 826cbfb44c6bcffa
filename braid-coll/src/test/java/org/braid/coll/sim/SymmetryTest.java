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
import java.util.TreeSet;
import java.util.function.Supplier;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.schedule.Operation;
import org.braid.coll.topology.Place;
import org.braid.coll.topology.Places;
import org.braid.coll.topology.Topology;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;

/** One rank run for all that are alike, held against all of them run. */
@Execution(CONCURRENT)
class SymmetryTest {
    private static final long NS = 1000;
    private static final ChannelCost NEAR = ChannelCost.ofNs(500, 200, 0.125);
    private static final int MILLION = 1_000_000;

    private record Call(Operation operation, Algorithm algorithm, boolean commutative) {
        Collective among(int ranks, long bytes) {
            return new Collective(operation, algorithm, ranks, 0, bytes, commutative, null);
        }

        String text() {
            return operation.text() + "=" + algorithm.text() + (commutative ? "" : ", ordered");
        }
    }

    private static List<Call> calls() {
        List<Call> all = new ArrayList<>();
        for (Algorithm algorithm : Algorithm.values()) {
            for (Operation operation : Operation.values()) {
                if (algorithm.serves(operation) && !operation.isOfNeighbours()) {
                    all.add(new Call(operation, algorithm, true));
                    all.add(new Call(operation, algorithm, false));
                }
            }
        }
        return all;
    }

    private static List<Call> round() {
        return calls().stream().filter(call -> Symmetry.isRound(call.among(64, 64))).toList();
    }

    @Test
    void theseAlgorithmsAreRound() {
        Set<String> names = new TreeSet<>();
        round().forEach(call -> names.add(call.text()));
        assertEquals(
                new TreeSet<>(Set.of(
                        "barrier=dissemination", "barrier=k-dissemination", "barrier=dissemination, ordered", "barrier=k-dissemination, ordered",
                        "allreduce=ring",
                        "allgather=ring", "allgather=linear", "allgather=ring, ordered", "allgather=linear, ordered",
                        "allgatherv=ring", "allgatherv=linear", "allgatherv=dissemination", "allgatherv=circulant",
                        "allgatherv=ring, ordered", "allgatherv=linear, ordered", "allgatherv=dissemination, ordered", "allgatherv=circulant, ordered",
                        "allgather=sparbit", "allgatherv=sparbit", "allgather=sparbit, ordered", "allgatherv=sparbit, ordered",
                        "allgather=pat", "allgather=pat, ordered", "reduceScatterBlock=pat", "reduceScatterBlock=ring", "reduceScatter=ring",
                        "alltoall=pairwise", "alltoall=linear", "alltoall=pairwise, ordered", "alltoall=linear, ordered",
                        "alltoallv=pairwise", "alltoallv=linear", "alltoallv=pairwise, ordered", "alltoallv=linear, ordered", "alltoallv=two-phase-bruck", "alltoallv=two-phase-bruck, ordered",
                        "reduceScatterBlock=pairwise", "reduceScatterBlock=linear", "reduceScatter=pairwise", "reduceScatter=linear")),
                names);
    }

    /** What is seen of three small sizes is true of all others. */
    @Test
    void whatIsRoundAtThreeSizesIsRoundAtEverySize() {
        for (Call call : round()) {
            for (int ranks = 1; ranks <= 40; ranks++) {
                Collective collective = Symmetry.evened(call.among(ranks, 40));
                Part first = Part.of(collective.schedule(0), collective);
                for (int rank = 0; rank < ranks; rank++) {
                    assertTrue(first.turned(rank, ranks).isAs(Part.of(collective.schedule(rank), collective)), call.text() + " of " + ranks + ", rank " + rank);
                }
            }
        }
    }

    /** Sites of hosts of ranks, in blocks or in turn. */
    private static Topology grid(int sites, int hosts, int ranks, boolean isCyclic) {
        List<Place> places = new ArrayList<>();
        for (int rank = 0; rank < sites * hosts * ranks; rank++) {
            int host = isCyclic ? rank % (sites * hosts) : rank / ranks;
            int site = isCyclic ? rank % sites : rank / (hosts * ranks);
            places.add(Place.of(sites == 1 ? "" : "s" + site, "", "h" + host));
        }
        return Topology.of(List.of("site", "cluster", "host"), places);
    }

    private static List<Topology> topologies() {
        return List.of(
                Topology.flat(1), Topology.flat(2), Topology.flat(3), Topology.flat(8), Topology.flat(13),
                Places.hosts(2, 2, false), Places.hosts(3, 4, false), Places.hosts(3, 4, true), Places.hosts(4, 3, true), Places.hosts(5, 1, false), Places.hosts(1, 6, false),
                grid(2, 2, 3, false), grid(2, 2, 3, true), grid(3, 2, 2, false), grid(2, 3, 2, true), Places.hosts(2, 3, 4), Places.figure9(3, false), Places.figure9(4, true));
    }

    /** Numbers that meet, so that much happens at one time, and such as do not. */
    private static List<Network> networks(Topology topology) {
        List<Network> all = new ArrayList<>();
        for (int kind = 0; kind < 6; kind++) {
            List<ChannelCost> channels = new ArrayList<>();
            for (int level = 0; level <= topology.kinds().size(); level++) {
                long scale = topology.kinds().size() + 1 - level;
                channels.add(switch (kind) {
                    case 0 -> new ChannelCost(1000 * scale, 100, 100, 100, 10, false);
                    case 1 -> new ChannelCost(1000 * scale, 100, 100, 100, 10, true);
                    case 2 -> new ChannelCost(977 * scale * scale, 101 * scale, 67, 89 * scale, 3.7, scale == 2 ? ChannelCost.Pipe.OF_SIDE : ChannelCost.Pipe.OF_SENDER, 900, ChannelCost.LEAST_TRIPS);
                    case 3 -> new ChannelCost(0, 0, 0, 0, 1, scale > 2);
                    default -> new ChannelCost(400 * scale, 50, 50, 200, 1, scale == 3 ? ChannelCost.Pipe.OF_PAIR : ChannelCost.Pipe.OF_SENDER, 64, 4);
                });
            }
            Sharing sharing = kind == 5 ? new Sharing(2, false, 70) : Sharing.NONE;
            all.add(new Network(topology, channels, 3, 1, sharing, BoardCost.USUAL));
        }
        return all;
    }

    @Test
    void whatComesOutIsWhatComesOutIfAllAreRunAtEveryRankToThePicosecond() {
        int fewer = 0;
        List<Call> alike = round().stream().filter(Call::commutative).toList();
        for (Topology topology : topologies()) {
            for (Network network : networks(topology)) {
                Images images = new Images(topology.size(), Period.of(network));
                fewer += images.each() > 1 ? alike.size() : 0;
                for (Call call : alike) {
                    for (long bytes : new long[] {1, 64, 1000}) {
                        Collective collective = Symmetry.evened(call.among(topology.size(), bytes));
                        Outcome all = Simulator.run(collective, network, Images.none(topology.size()));
                        Outcome classes = Simulator.run(collective, network, images);
                        Supplier<String> what = () -> call.text() + " of " + bytes + " bytes, " + network;
                        assertArrayEquals(all.endsPs(), classes.endsPs(), what);
                        assertArrayEquals(all.messages(), classes.messages(), what);
                        assertArrayEquals(all.bytes(), classes.bytes(), what);
                    }
                }
            }
        }
        assertTrue(fewer > 800, "only " + fewer + " were run by classes");
    }

    @Test
    void aTopologyRepeatsItselfAfterTheFirstOfItsEqualParts() {
        assertEquals(1, period(Topology.flat(12), false));
        assertEquals(1, period(Topology.flat(12), true));
        assertEquals(4, period(Places.hosts(3, 4, false), false));
        assertEquals(4, period(Places.hosts(3, 4, false), true));
        assertEquals(1, period(Places.hosts(3, 4, true), false));
        assertEquals(12, period(Places.hosts(3, 4, true), true), "ranks of a host would be one another's images, and only one can be first in the pipe");
        assertEquals(6, period(grid(2, 2, 3, false), true));
        assertEquals(9, period(Places.hosts(2, 3, 4), false));
    }

    private static int period(Topology topology, boolean isShared) {
        ChannelCost cost = NEAR.through(isShared ? ChannelCost.Pipe.OF_PAIR : ChannelCost.Pipe.OF_SENDER);
        List<ChannelCost> channels = new ArrayList<>();
        for (int level = 0; level <= topology.kinds().size(); level++) {
            channels.add(cost);
        }
        return Period.of(new Network(topology, channels, 0, 0));
    }

    @Test
    void ofEveryTreeOfUpToSixRanksThePeriodIsTheLeastAfterWhichAllAreAsFarFromEachOther() {
        for (int ranks = 1; ranks <= 6; ranks++) {
            for (Topology topology : Places.all(ranks)) {
                int least = 1;
                while (ranks % least != 0 || !isAsFar(topology, least)) {
                    least++;
                }
                assertEquals(least, period(topology, false), topology.toString());
            }
        }
    }

    private static boolean isAsFar(Topology topology, int by) {
        int ranks = topology.size();
        for (int one = 0; one < ranks; one++) {
            for (int other = 0; other < ranks; other++) {
                if (one != other && topology.channel(one, other) != topology.channel((one + by) % ranks, (other + by) % ranks)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** LogGOPSim's figure, which {@link GoldenValuesTest} has of sixteen ranks that are all run, and the same of a million by one. */
    @Test
    void disseminationTakesAsLongByOneRankAsLogGOPSimSaysAndAMillionTwentyRounds() {
        ChannelCost cost = new ChannelCost(2500 * NS, 1500 * NS, 1500 * NS, 1000 * NS, 6 * NS, false);
        Outcome few = Simulator.run(new Collective(Operation.BARRIER, Algorithm.DISSEMINATION_BARRIER, 16, 0, 0, null), Network.flat(16, cost), new Images(16, 1));
        assertEquals(1, few.classes());
        assertTrue(Arrays.stream(few.endsPs()).allMatch(end -> end == 22000 * NS));
        Outcome many = Simulator.run(new Collective(Operation.BARRIER, Algorithm.DISSEMINATION_BARRIER, MILLION, 0, 0, null), Network.flat(MILLION, cost));
        assertEquals(20 * 5500 * NS, many.timePs());
        assertEquals(20L * MILLION, many.messages()[0]);
    }

    /** A ring's round is the way of one message. */
    @Test
    void aMillionRanksAndAMillionTimesAMillionMessagesAreOneRanksSteps() {
        Network network = Network.flat(MILLION, NEAR);
        Outcome ring = Simulator.run(new Collective(Operation.ALLGATHER, Algorithm.RING_ALLGATHER, MILLION, 0, 1001, null), network);
        assertEquals((MILLION - 1) * (200 + 125 + 500 + 200) * NS, ring.timePs());
        assertEquals((MILLION - 1L) * MILLION, ring.messages()[0]);
        assertEquals(1001 * (MILLION - 1L) * MILLION, ring.bytes()[0]);
        assertEquals(1, ring.classes());
        assertEquals(MILLION, ring.endsPs().length);
        int ranks = 200_000;
        Outcome pairwise = Simulator.run(new Collective(Operation.ALLTOALL, Algorithm.PAIRWISE_ALLTOALL, ranks, 0, 8, null), Network.flat(ranks, NEAR));
        assertEquals((ranks - 1L) * ranks, pairwise.messages()[0]);
        assertTrue(pairwise.events() < 10L * ranks, "not by one rank: " + pairwise.events());
    }

    @Test
    void whoseRanksAreNotAlikeIsRefusedWithTheReason() {
        assertRefused("do different things", new Collective(Operation.BCAST, Algorithm.SCATTER_RING_BCAST, MILLION, 0, 8, null), Network.flat(MILLION, NEAR));
        assertRefused("do different things", new Collective(Operation.REDUCE_SCATTER_BLOCK, Algorithm.LINEAR_REDUCE_SCATTER, MILLION, 0, 8, false, null), Network.flat(MILLION, NEAR));
        Topology topology = Places.hosts(20_000, 30_000);
        List<ChannelCost> channels = List.of(NEAR, NEAR, NEAR, NEAR);
        assertRefused("no rank of this topology can be run for others", new Collective(Operation.ALLTOALL, Algorithm.PAIRWISE_ALLTOALL, topology.size(), 0, 8, null), new Network(topology, channels, 0, 0));
        Topology sites = grid(2, 2, 10_000, false);
        assertRefused("repeats itself after 20000 ranks", new Collective(Operation.ALLTOALL, Algorithm.PAIRWISE_ALLTOALL, sites.size(), 0, 8, null), new Network(sites, channels, 0, 0));
    }

    /** All ranks are run if they can be; if not, there is a vector for which they are alike. */
    @Test
    void aVectorThatCannotBeCutIntoEqualPartsIsRunByAllRanksOrRefused() {
        Collective whole = new Collective(Operation.ALLREDUCE, Algorithm.RING_ALLREDUCE, 300, 0, 3000, null);
        assertEquals(1, Simulator.run(whole, Network.flat(300, NEAR)).classes());
        assertEquals(300, Simulator.run(whole.withBytes(3001), Network.flat(300, NEAR)).classes());
        assertRefused("one of 2000000 can", new Collective(Operation.ALLREDUCE, Algorithm.RING_ALLREDUCE, MILLION, 0, MILLION + 1, null), Network.flat(MILLION, NEAR));
    }

    private static void assertRefused(String why, Collective collective, Network network) {
        BraidException refused = assertThrows(BraidException.class, () -> Simulator.run(collective, network));
        assertEquals(ErrorCode.SIMULATION_TOO_LARGE, refused.code());
        assertTrue(refused.why().contains(why), refused.why());
    }
}
