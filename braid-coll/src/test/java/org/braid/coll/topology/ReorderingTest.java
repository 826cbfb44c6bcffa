package org.braid.coll.topology;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Edges that cross, counted here by another way: from the topology's channels. */
class ReorderingTest {
    private static int[] crossings(Topology topology, int[] numbers, Wiring wiring) {
        int[] rankOf = new int[numbers.length];
        for (int rank = 0; rank < numbers.length; rank++) {
            rankOf[numbers[rank]] = rank;
        }
        int[] crossed = new int[topology.kinds().size()];
        for (int edge = 0; edge < wiring.edges(); edge++) {
            for (int level = topology.channel(rankOf[wiring.one(edge)], rankOf[wiring.other(edge)]); level < crossed.length; level++) {
                crossed[level]++;
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

    @Test
    void whereNobodyIsNearerAndWhereThereAreTooManyRanksTheyKeepTheirNumbers() {
        assertArrayEquals(identity(16), Reordering.ofGrid(Topology.flat(16), new int[] {4, 4}, new boolean[2]));
        assertArrayEquals(identity(8), Reordering.ofGraph(Topology.flat(8), new int[8], new int[0]));
        int many = Reordering.MOST_RANKS + 2;
        assertArrayEquals(identity(many), Reordering.ofGrid(Places.hosts(2, many / 2, true), new int[] {many}, new boolean[1]));
    }
}
