package org.braid.coll.topology;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;

/** Edges that cross, counted here by another way: from the topology's channels. */
@Execution(CONCURRENT)
class ReorderingTest {
    /** By weight. */
    private static int[] crossings(Topology topology, int[] numbers, Wiring wiring) {
        int[] rankOf = new int[numbers.length];
        for (int rank = 0; rank < numbers.length; rank++) {
            rankOf[numbers[rank]] = rank;
        }
        int[] crossed = new int[topology.kinds().size()];
        for (int edge = 0; edge < wiring.edges(); edge++) {
            for (int level = topology.channel(rankOf[wiring.one(edge)], rankOf[wiring.other(edge)]); level < crossed.length; level++) {
                crossed[level] += wiring.weight(edge);
            }
        }
        return crossed;
    }

    private static int[] identity(int size) {
        return IntStream.range(0, size).toArray();
    }

    private static int betweenHosts(Topology topology, int... dims) {
        boolean[] periods = new boolean[dims.length];
        return crossings(topology, Reordering.ofGrid(topology, dims, periods), Wiring.ofGrid(dims, periods))[2];
    }

    @Test
    void eachHostGetsACompactPartOfTheGrid() {
        int[] plane = {4, 4};
        assertEquals(12, crossings(Places.hosts(4, 4, false), identity(16), Wiring.ofGrid(plane, new boolean[2]))[2], "rows");
        assertEquals(8, betweenHosts(Places.hosts(4, 4, false), plane), "squares");
        assertEquals(8, betweenHosts(Places.hosts(4, 4, true), plane), "squares, wherever ranks are");
        assertEquals(32, betweenHosts(Places.hosts(8, 8, false), 8, 8), "squares no more: two columns and four rows each");
        assertEquals(48, betweenHosts(Places.hosts(8, 8, true), 4, 4, 4), "cubes");
        assertEquals(3, betweenHosts(Places.hosts(4, 4, true), 16), "a line");
    }

    @Test
    void sitesAreCrossedAsRarelyAsHostsAllow() {
        Topology topology = Places.figure9(16, true);
        Wiring wiring = Wiring.ofGrid(new int[] {6, 8}, new boolean[2]);
        int[] before = crossings(topology, identity(48), wiring);
        int[] after = crossings(topology, Reordering.ofGrid(topology, new int[] {6, 8}, new boolean[2]), wiring);
        assertEquals(14, after[2], Arrays.toString(after));
        assertEquals(7, after[0], Arrays.toString(after));
        assertTrue(before[0] > 5 * after[0] && before[2] > 4 * after[2], Arrays.toString(before));
    }

    /** All grids of up to three dimensions and five ranks, with each choice of rings, over every topology tree of these. */
    @Test
    void onNoLevelDoMoreEdgesCrossThanBeforeAndEveryNumberIsGivenOnce() {
        int better = 0;
        for (Topology topology : Places.all(5)) {
            for (int a = 1; a <= 5; a++) {
                for (int b = 1; a * b <= 5; b++) {
                    for (int c = 1; a * b * c <= 5; c++) {
                        for (int rings = 0; rings < 8; rings++) {
                            better += hold(topology, new int[] {a, b, c}, new boolean[] {(rings & 1) != 0, (rings & 2) != 0, (rings & 4) != 0}) ? 1 : 0;
                        }
                    }
                }
            }
        }
        assertTrue(better > 100, better + " became better");
    }

    private static boolean hold(Topology topology, int[] dims, boolean[] periods) {
        int[] numbers = Reordering.ofGrid(topology, dims, periods);
        int[] sorted = numbers.clone();
        Arrays.sort(sorted);
        assertArrayEquals(identity(numbers.length), sorted);
        Wiring wiring = Wiring.ofGrid(dims, periods);
        int[] before = crossings(topology, identity(numbers.length), wiring);
        int[] after = crossings(topology, numbers, wiring);
        boolean isBetter = false;
        for (int level = 0; level < after.length; level++) {
            assertTrue(after[level] <= before[level], () -> topology + Arrays.toString(dims) + Arrays.toString(numbers));
            isBetter |= after[level] < before[level];
        }
        assertTrue(isBetter || Arrays.equals(numbers, identity(numbers.length)), "whoever gains nothing keeps his number");
        return isBetter;
    }

    /** Two rings of four, whose nodes alternate, one edge between them: the hosts find them. */
    @Test
    void hostsOfAGraphGrowAlongItsEdges() {
        int[] index = {3, 5, 7, 9, 11, 13, 15, 18};
        int[] edges = {2, 6, 7, 3, 7, 0, 4, 1, 5, 2, 6, 3, 7, 4, 0, 5, 1, 0};
        Topology topology = Places.hosts(2, 4, false);
        Wiring wiring = Wiring.ofGraph(index, edges);
        assertEquals(10, crossings(topology, identity(8), wiring)[2]);
        assertEquals(2, crossings(topology, Reordering.ofGraph(topology, index, edges), wiring)[2]);
    }

    /** Two rings of four, one whose edges weigh much more, on hosts that have ranks in turn: the heavy ring is on one of them, however many light edges there are. */
    @Test
    void heavyEdgesDoNotCross() {
        int[] from = {0, 1, 4, 5, 0, 2, 4, 6, 1, 3, 5, 7};
        int[] to = {1, 4, 5, 0, 2, 4, 6, 0, 3, 5, 7, 1};
        int[] weights = {100, 100, 100, 100, 1, 1, 1, 1, 1, 1, 1, 1};
        Topology topology = Places.hosts(2, 4, true);
        Wiring wiring = Wiring.ofEdges(8, from, to, weights);
        assertEquals(400, crossings(topology, identity(8), wiring)[2] / 100 * 100);
        assertTrue(crossings(topology, Reordering.ofEdges(topology, from, to, weights), wiring)[2] < 100);
    }

    /** All graphs of four ranks with three edges whose weights differ, over every topology tree of these; and graphs of twelve that a seed draws, over trees that it draws. */
    @Test
    void onNoLevelDoEdgesOfMoreWeightCrossThanBefore() {
        int better = 0;
        for (Topology topology : Places.all(4)) {
            for (int code = 0; code < 16 * 16 * 16; code++) {
                int[] pairs = {code % 16, code / 16 % 16, code / 256};
                better += holds(topology, IntStream.of(pairs).map(pair -> pair % 4).toArray(), IntStream.of(pairs).map(pair -> pair / 4).toArray(), new int[] {1, 5, 0}) ? 1 : 0;
            }
        }
        assertTrue(better > 1000, better + " became better");
        long seed = Long.getLong("braid.coll.seed", 20_261_127L);
        Random random = new Random(seed);
        for (int trial = 0; trial < 200; trial++) {
            int edges = 1 + random.nextInt(40);
            int[] from = random.ints(edges, 0, 12).toArray();
            int[] to = random.ints(edges, 0, 12).toArray();
            int[] weights = random.ints(edges, 0, 1 << 30).toArray();
            holds(Places.random(12, random), from, to, IntStream.of(weights).map(weight -> weight >> 24).toArray());
        }
    }

    private static boolean holds(Topology topology, int[] from, int[] to, int[] weights) {
        int[] numbers = Reordering.ofEdges(topology, from, to, weights);
        int[] sorted = numbers.clone();
        Arrays.sort(sorted);
        assertArrayEquals(identity(numbers.length), sorted);
        Wiring wiring = Wiring.ofEdges(numbers.length, from, to, weights);
        int[] before = crossings(topology, identity(numbers.length), wiring);
        int[] after = crossings(topology, numbers, wiring);
        boolean isBetter = false;
        for (int level = 0; level < after.length; level++) {
            assertTrue(after[level] <= before[level], () -> topology + Arrays.toString(from) + Arrays.toString(to) + Arrays.toString(numbers));
            isBetter |= after[level] < before[level];
        }
        assertTrue(isBetter || Arrays.equals(numbers, identity(numbers.length)), "whoever gains nothing keeps his number");
        return isBetter;
    }

    @Test
    void whereNobodyIsNearerAndWhereThereAreTooManyRanksTheyKeepTheirNumbers() {
        assertArrayEquals(identity(16), Reordering.ofGrid(Topology.flat(16), new int[] {4, 4}, new boolean[2]));
        assertArrayEquals(identity(8), Reordering.ofGraph(Topology.flat(8), new int[8], new int[0]));
        int many = Reordering.MOST_RANKS + 2;
        assertArrayEquals(identity(many), Reordering.ofGrid(Places.hosts(2, many / 2, true), new int[] {many}, new boolean[1]));
    }
}
