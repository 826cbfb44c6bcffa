package org.braid.coll.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.schedule.Grid;
import org.braid.coll.schedule.Neighbourhood;
import org.braid.coll.schedule.Neighbours;
import org.braid.coll.schedule.Operation;
import org.braid.coll.select.Rule;
import org.braid.coll.select.RuleTable;
import org.braid.coll.sim.Network;
import org.braid.coll.topology.Place;
import org.braid.coll.topology.Places;
import org.braid.coll.topology.Topology;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What costs choose of operations of neighbours, whose lists all ranks know. */
class NeighboursByCostTest {
    private static final int SIDE = 4;
    private static final int RANKS = SIDE * SIDE;
    private static final String WAN = "host latency=20us overhead=20us bandwidth=1GB/s\n* latency=30ms overhead=20us bandwidth=10MB/s";
    private static final String LAN = "host latency=500ns overhead=200ns bandwidth=8GB/s\n* latency=10us overhead=2us bandwidth=1GB/s";
    private static final Operation[] OPERATIONS = {Operation.NEIGHBOR_ALLGATHER, Operation.NEIGHBOR_ALLTOALL, Operation.NEIGHBOR_ALLGATHERV, Operation.NEIGHBOR_ALLTOALLV};

    /** A plane without edges, on which each rank has the eight around it as neighbours; on {@code grid}, if its algorithms are to know that. */
    private record Torus(@Nullable Grid grid) implements Neighbourhood {
        @Override
        public Neighbours ofRank(int rank) {
            List<Integer> around = new ArrayList<>();
            for (int step = 0; step < 9; step++) {
                int to = Math.floorMod(rank / SIDE + step / 3 - 1, SIDE) * SIDE + Math.floorMod(rank % SIDE + step % 3 - 1, SIDE);
                if (to != rank) {
                    around.add(to);
                }
            }
            int[] all = around.stream().mapToInt(Integer::intValue).toArray();
            return Neighbours.inOrder(all, all);
        }
    }

    /** Likewise, but for the last rank, which has no neighbours. */
    private record AllButOne(@Nullable Grid grid) implements Neighbourhood {
        @Override
        public Neighbours ofRank(int rank) {
            int[] others = rank == RANKS - 1 ? new int[0] : others(rank);
            return Neighbours.inOrder(others, others);
        }

        private int[] others(int rank) {
            Neighbours whole = new Torus(grid).ofRank(rank);
            List<Integer> left = new ArrayList<>();
            for (int j = 0; j < whole.outDegree(); j++) {
                if (whole.destination(j) != RANKS - 1) {
                    left.add(whole.destination(j));
                }
            }
            return left.stream().mapToInt(Integer::intValue).toArray();
        }
    }

    private static Network network(String lines, Topology topology) {
        Links links = new Links();
        links.read(lines);
        return links.of(topology);
    }

    private static Topology sites() {
        List<Place> places = new ArrayList<>();
        for (int rank = 0; rank < RANKS; rank++) {
            places.add(Place.of(rank < RANKS / 2 ? "west" : "east", "", "host" + rank / SIDE));
        }
        return Topology.of(List.of("site", "cluster", "host"), places);
    }

    private static List<Network> networks() {
        return List.of(network(LAN, Places.hosts(4, SIDE, false)), network(WAN, sites()), network("host latency=500ns overhead=200ns bandwidth=8GB/s", Topology.flat(RANKS)));
    }

    private static Rule choice(Network network, Operation operation, Neighbourhood neighbours, long bytes) {
        return new CostSelection(network, RuleTable.of(network.topology())).choose(operation, RANKS, neighbours, bytes, false);
    }

    private static long costPs(Network network, Operation operation, Neighbourhood neighbours, long bytes, Rule rule) {
        return new Candidates(operation, 0, bytes, true, false, network, neighbours).run(rule.algorithm(), rule.tuning()).timePs();
    }

    @Test
    void blocksOfOneLengthGoAsCostsLeastOnAGridAndOnNone() {
        for (Network network : networks()) {
            for (Neighbourhood neighbours : List.of(new Torus(new Grid(SIDE, SIDE)), new Torus(null))) {
                for (Operation operation : new Operation[] {Operation.NEIGHBOR_ALLGATHER, Operation.NEIGHBOR_ALLTOALL}) {
                    for (long bytes = 16; bytes <= 256 << 10; bytes *= 16) {
                        Candidates call = new Candidates(operation, 0, bytes, true, false, network, neighbours);
                        Rule rule = choice(network, operation, neighbours, bytes);
                        assertTrue(CostSelection.isByCost(rule), rule::toString);
                        long leastPs = call.run(call.rule()).getFirst().timePs();
                        assertTrue(costPs(network, operation, neighbours, bytes, rule) <= leastPs, () -> rule + " and not in " + leastPs);
                    }
                }
            }
        }
    }

    @Test
    void blocksOfTheirOwnLengthsGoByWhatIsNeverFarFromTheQuickest() {
        for (Network network : networks()) {
            for (Operation operation : new Operation[] {Operation.NEIGHBOR_ALLGATHERV, Operation.NEIGHBOR_ALLTOALLV}) {
                Neighbourhood neighbours = new Torus(new Grid(SIDE, SIDE));
                Rule rule = choice(network, operation, neighbours, 0);
                assertEquals(rule, choice(network, operation, neighbours, 1 << 20), "lengths are not known alike");
                for (long bytes : new long[] {16, 4 << 10, 256 << 10}) {
                    Candidates call = new Candidates(operation, 0, bytes, true, false, network, neighbours);
                    long leastPs = call.run(call.rule()).getFirst().timePs();
                    assertTrue(costPs(network, operation, neighbours, bytes, rule) <= 1.25 * leastPs, () -> rule + " and not about " + leastPs);
                }
            }
        }
    }

    @Test
    void theSameListsGiveTheSameChoiceAtEveryRankAndAKnownOneIsNotLookedForAgain() {
        for (Operation operation : OPERATIONS) {
            Network network = network(WAN, sites());
            CostSelection one = new CostSelection(network, RuleTable.multilevel());
            Neighbourhood neighbours = new Torus(new Grid(SIDE, SIDE));
            Rule first = one.choose(operation, RANKS, neighbours, 3000, false);
            assertEquals(first, choice(network(WAN, sites()), operation, new Torus(new Grid(SIDE, SIDE)), 3000));
            assertSame(first, one.choose(operation, RANKS, neighbours, 4000, false));
            assertTrue(first.algorithm().serves(operation));
        }
    }

    /** It passes no length on its own, and need not know that of the others: nobody chooses by it, and no block goes through that rank. */
    @Test
    void aRankWithoutNeighboursChoosesAsTheOthersDo() {
        for (Network network : networks()) {
            for (Operation operation : OPERATIONS) {
                Neighbourhood neighbours = new AllButOne(new Grid(SIDE, SIDE));
                Rule rule = choice(network, operation, neighbours, 64 << 10);
                assertEquals(rule, choice(network, operation, neighbours, 0));
                assertNotEquals(Algorithm.COMBINING_NEIGHBOR_ALLGATHER, rule.algorithm());
                assertNotEquals(Algorithm.COMBINING_NEIGHBOR_ALLTOALL, rule.algorithm());
            }
        }
        Rule whole = choice(networks().getLast(), Operation.NEIGHBOR_ALLGATHER, new Torus(new Grid(SIDE, SIDE)), 16);
        assertEquals(Algorithm.COMBINING_NEIGHBOR_ALLGATHER, whole.algorithm(), "where all have some");
    }

    @Test
    void whatWasSetByHandStandsAndListsThatNotAllKnowGoByRules() {
        Network network = network(WAN, sites());
        CostSelection byHand = new CostSelection(network, RuleTable.multilevel().with("neighborAllgather=linear"));
        assertTrue(byHand.choose(Operation.NEIGHBOR_ALLGATHER, RANKS, new Torus(null), 16, false).isByHand());
        CostSelection byCost = new CostSelection(network, RuleTable.multilevel());
        for (Operation operation : OPERATIONS) {
            assertSame(RuleTable.multilevel().choose(operation, RANKS, 0, 16, false, true).algorithm(), byCost.choose(operation, RANKS, 0, 16, false, true).algorithm());
            assertFalse(CostSelection.isByCost(byCost.choose(operation, RANKS, 0, 16, false, true)));
        }
    }
}
