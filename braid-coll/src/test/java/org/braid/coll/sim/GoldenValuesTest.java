package org.braid.coll.sim;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.algorithm.generator.Tuning;
import org.braid.coll.schedule.Operation;
import org.braid.coll.topology.Place;
import org.braid.coll.topology.Places;
import org.braid.coll.topology.Topology;
import org.junit.jupiter.api.Test;

/** Figures that others have published or that were computed independently of this simulator. */
class GoldenValuesTest {
    private static final long NS = 1000;
    private static final ChannelCost LOGGOPSIM = new ChannelCost(2500 * NS, 1500 * NS, 1500 * NS, 1000 * NS, 6 * NS, false);

    /** The example of LogGOPSim's README. */
    @Test
    void aBinomialReductionOfEightRanksEndsWhereLogGOPSimSaysItDoes() {
        long[] ends = Simulator.run(new Collective(Operation.REDUCE, Algorithm.BINOMIAL_REDUCE, 8, 0, 1024, null), Network.flat(8, LOGGOPSIM)).endsPs();
        Arrays.sort(ends);
        assertArrayEquals(new long[] {1500 * NS, 1500 * NS, 1500 * NS, 1500 * NS, 13138 * NS, 13138 * NS, 24776 * NS, 34914 * NS}, ends);
    }

    @Test
    void disseminationAmongSixteenRanksTakesTwentyTwoMicrosecondsAtEachOfThem() {
        long[] ends = Simulator.run(new Collective(Operation.BARRIER, Algorithm.DISSEMINATION_BARRIER, 16, 0, 0, null), Network.flat(16, LOGGOPSIM)).endsPs();
        assertTrue(Arrays.stream(ends).allMatch(end -> end == 22000 * NS), Arrays.toString(ends));
    }

    /** The table of the postal model (Bar-Noy and Kipnis 1992) for 4, 8, 16, 64 and 1024 ranks: the optimum, binomial, flat. */
    @Test
    void binomialAndFlatTreesHaveThePostalModelsTimesAndThePostalTreeItsOptimum() {
        int[] ranks = {4, 8, 16, 64, 1024};
        String[] rows = {
            "1 2/2/3 3/3/7 4/4/15 6/6/63 10/10/1023",
            "2 4/4/4 5/6/8 7/8/16 10/12/64 16/20/1024",
            "5 7/10/7 10/15/11 13/20/19 18/30/67 28/50/1027",
            "10 12/20/12 16/30/16 21/40/24 28/60/72 44/100/1032",
            "50 52/100/52 56/150/56 64/200/64 103/300/112 142/500/1072",
            "100 102/200/102 106/300/106 114/400/114 162/600/162 241/1000/1122"};
        for (String row : rows) {
            String[] words = row.split(" ");
            long latency = Long.parseLong(words[0]);
            for (int i = 0; i < ranks.length; i++) {
                String[] expected = words[i + 1].split("/");
                assertEquals(expected[1], postal(Algorithm.BINOMIAL_BCAST, ranks[i], latency), row);
                assertEquals(expected[2], postal(Algorithm.LINEAR_BCAST, ranks[i], latency), row);
                assertEquals(expected[0], Long.toString(optimum(ranks[i], latency)), row);
                assertEquals(expected[0], postalTree(ranks[i], latency), row);
                assertTrue(ranks[i] > 64 || Long.parseLong(postal(Algorithm.SCATTER_RING_BCAST, ranks[i], latency)) >= optimum(ranks[i], latency));
            }
        }
    }

    /** N(t) = N(t-1) + N(t-λ). */
    private static long optimum(int ranks, long latency) {
        List<Long> reached = new ArrayList<>();
        while (reached.isEmpty() || reached.getLast() < ranks) {
            int t = reached.size();
            reached.add(t < latency ? 1 : reached.get(t - 1) + reached.get((int) (t - latency)));
        }
        return reached.size() - 1;
    }

    private static String postalTree(int ranks, long latency) {
        ChannelCost cost = new ChannelCost(latency - 1, 1, 0, 1, 0, false);
        Collective bcast = new Collective(Operation.BCAST, Algorithm.POSTAL_BCAST, ranks, 0, 1, true, null, Tuning.lambda((int) latency));
        return Long.toString(Simulator.run(bcast, Network.flat(ranks, cost)).timePs());
    }

    private static String postal(Algorithm algorithm, int ranks, long latency) {
        ChannelCost cost = new ChannelCost(latency - 1, 1, 0, 1, 0, false);
        return Long.toString(Simulator.run(new Collective(Operation.BCAST, algorithm, ranks, 0, 1, null), Network.flat(ranks, cost)).timePs());
    }

    // ---- collectives.md 1.4: the paper's machines with costs chosen there; seconds, the sum over all roots

    private static final long MS = 1_000_000;
    private static final List<ChannelCost> CHANNELS = List.of(
            ChannelCost.ofNs(35 * MS, 100_000, 1000), ChannelCost.ofNs(MS, 100_000, 125), ChannelCost.ofNs(MS, 100_000, 125), ChannelCost.ofNs(30_000, 10_000, 12.5));

    private enum Scheme { BINOMIAL, MAGPIE_MACHINE, MAGPIE_SITE, MULTILEVEL }

    private static String seconds(Topology machines, Scheme scheme, boolean isShared, int... sizes) {
        List<ChannelCost> channels = List.of(CHANNELS.get(0).through(isShared ? ChannelCost.Pipe.OF_PAIR : ChannelCost.Pipe.OF_SENDER), CHANNELS.get(1).through(isShared ? ChannelCost.Pipe.OF_PAIR : ChannelCost.Pipe.OF_SENDER), CHANNELS.get(2).through(isShared ? ChannelCost.Pipe.OF_PAIR : ChannelCost.Pipe.OF_SENDER), CHANNELS.get(3));
        Network network = new Network(machines, channels, 0, 0);
        Topology seen = seen(machines, scheme);
        StringBuilder text = new StringBuilder();
        for (int bytes : sizes) {
            double sum = 0;
            for (int root = 0; root < machines.size(); root++) {
                Algorithm algorithm = scheme == Scheme.BINOMIAL ? Algorithm.BINOMIAL_BCAST : Algorithm.MULTILEVEL_BCAST;
                sum += Simulator.run(new Collective(Operation.BCAST, algorithm, machines.size(), root, bytes, seen), network).timePs() / 1e12;
            }
            text.append(String.format(Locale.ROOT, sum < 10 ? "%.3f " : "%.2f ", sum));
        }
        return text.toString().strip();
    }

    private static Topology seen(Topology machines, Scheme scheme) {
        int level = scheme == Scheme.MAGPIE_SITE ? 0 : 2;
        if (scheme == Scheme.BINOMIAL || scheme == Scheme.MULTILEVEL) {
            return machines;
        }
        List<Place> places = new ArrayList<>();
        for (int rank = 0; rank < machines.size(); rank++) {
            int first = 0;
            while (first < rank && machines.channel(rank, first) <= level) {
                first++;
            }
            places.add(Place.of(Integer.toString(first)));
        }
        return Topology.of(List.of("machine"), places);
    }

    private static final int[] SIZES = {1, 1 << 10, 1 << 14, 1 << 17, 1 << 20};

    @Test
    void theTimesOfThePapersMachinesInBlocksAreThoseThatWereComputed() {
        Topology blocks = Places.figure9(16, false);
        for (boolean isShared : new boolean[] {false, true}) {
            assertEquals("3.285 3.437 5.713 24.15 175.44", seconds(blocks, Scheme.BINOMIAL, isShared, SIZES));
            assertEquals("1.718 1.772 2.577 9.054 67.36", seconds(blocks, Scheme.MAGPIE_SITE, isShared, SIZES));
            assertEquals("1.718 1.772 2.577 8.587 59.77", seconds(blocks, Scheme.MULTILEVEL, isShared, SIZES));
        }
        // Computed there: 1.701 1.769 2.789 10.40 74.44; its roots tell the two other machines in the other order.
        assertEquals("1.702 1.772 2.823 10.67 74.98", seconds(blocks, Scheme.MAGPIE_MACHINE, false, SIZES));
    }

    @Test
    void soAreThoseOfTwoMachinesAtOneSite() {
        assertEquals("0.081 0.094 0.291 1.759 13.50", seconds(Places.figure8(), Scheme.BINOMIAL, false, SIZES));
        assertEquals("0.045 0.051 0.137 0.779 5.917", seconds(Places.figure8(), Scheme.MULTILEVEL, false, SIZES));
    }

    @Test
    void soAreThoseOfCyclicPlacementWithOnePipeForAllAndWithout() {
        Topology cyclic = Places.figure9(16, true);
        assertEquals("8.451 8.715 12.68 42.27 280.52", seconds(cyclic, Scheme.BINOMIAL, false, SIZES));
        assertEquals("8.451 8.717 16.41 105.84 828.54", seconds(cyclic, Scheme.BINOMIAL, true, SIZES));
        assertEquals("1.718 1.772 2.577 8.587 59.77", seconds(cyclic, Scheme.MAGPIE_SITE, false, SIZES));
        // Computed there: 19.82 and 154.1, where n bytes take nG; here, as in LogGP, (n-1)G.
        assertEquals("1.718 1.800 3.066 19.81 154.14", seconds(cyclic, Scheme.MAGPIE_SITE, true, SIZES));
        assertEquals("1.718 1.772 2.577 8.587 59.77", seconds(cyclic, Scheme.MULTILEVEL, true, SIZES));
    }
}
