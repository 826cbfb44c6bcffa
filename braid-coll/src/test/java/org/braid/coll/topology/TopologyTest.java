package org.braid.coll.topology;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TopologyTest {
    private static final List<String> KINDS = List.of("site", "cluster", "host");

    /** The master groups by level, as collectives.md 1.2 has them for the paper's Figure 1. */
    @Test
    void theGroupsOfThePapersFigure1AreThoseOfTheCorrectedPseudoCode() {
        Map<Integer, List<String>> groups = new TreeMap<>();
        collect(Places.figure1().whole(), 1, groups);
        assertEquals(List.of("[0, 16]"), groups.get(1));
        assertEquals(List.of("[0]", "[16, 24]"), groups.get(2));
        assertEquals(List.of("[0, 4, 8, 12]", "[16, 17, 18, 19, 20, 21, 22, 23]", "[24, 25, 26, 27, 28, 29, 30, 31]"), groups.get(3));
        assertEquals(List.of("[0, 1, 2, 3]", "[4, 5, 6, 7]", "[8, 9, 10, 11]", "[12, 13, 14, 15]"), groups.get(4));
        assertEquals(4, groups.size());
    }

    private static void collect(Cluster cluster, int level, Map<Integer, List<String>> groups) {
        List<Integer> leaders = new ArrayList<>();
        for (int i = 0; i < cluster.constituents(); i++) {
            leaders.add(cluster.leader(i, 0));
            Cluster below = cluster.constituent(i);
            if (below != null) {
                collect(below, level + 1, groups);
            }
        }
        groups.computeIfAbsent(level, _ -> new ArrayList<>()).add(leaders.toString());
    }

    @Test
    void depthsAndClusterIdsOfThePapersFigure2AreFound() {
        Topology topology = Places.figure1();
        for (int rank = 0; rank < 32; rank++) {
            assertEquals(rank < 16 ? 4 : 3, topology.depth(rank));
            assertEquals(rank < 16 ? 0 : 1, topology.clusterId(rank, 0));
            assertEquals(rank < 24 ? 0 : 1, topology.clusterId(rank, 1));
            assertEquals(rank < 16 ? rank / 4 : rank % 8, topology.clusterId(rank, 2));
        }
        assertEquals(3, topology.clusterId(7, 3));
    }

    @Test
    void coloursAreTheSameForThoseWhoShareAClusterAndForNobodyElse() {
        int[][] colours = Places.figure1().colours();
        assertArrayEquals(new int[] {0, 0, 0, 0}, colours[0]);
        assertArrayEquals(new int[] {0, 0, 0, 1}, colours[7]);
        assertArrayEquals(new int[] {0, 1, 1}, colours[23]);
        assertArrayEquals(new int[] {0, 1, 2}, colours[24]);
    }

    @Test
    void leadersAreTheLowestOfTheirClustersAndSpeakForThemWhereTheRootIsElsewhere() {
        Topology topology = Places.figure1();
        int[][] leaders = topology.leaders();
        assertArrayEquals(new int[] {0, 0, 0, 0}, leaders[3]);
        assertArrayEquals(new int[] {0, 0, 0, 4}, leaders[7]);
        assertArrayEquals(new int[] {0, 16, 16}, leaders[23]);
        assertArrayEquals(new int[] {0, 16, 24}, leaders[31]);
        assertArrayEquals(new int[][] {{0}, {0}, {0}}, Topology.flat(3).leaders());
        for (int root = 0; root < topology.size(); root++) {
            for (int rank = 0; rank < topology.size(); rank++) {
                List<Cluster> path = topology.path(rank);
                for (int level = 1; level < path.size(); level++) {
                    Cluster above = path.get(level - 1);
                    int speaks = above.leader(above.indexOf(rank), root);
                    assertEquals(path.get(level).contains(root) ? root : leaders[rank][level], speaks);
                }
            }
        }
    }

    @Test
    void theRootSpeaksForEveryClusterThatItIsIn() {
        Topology topology = Places.figure1();
        Cluster sites = topology.whole();
        assertEquals(29, sites.leader(1, 29));
        assertEquals(0, sites.leader(0, 29));
        assertEquals(16, sites.leader(1, 5));
        assertEquals(1, sites.leading(29));
    }

    @Test
    void channelsAreTheFirstLevelAtWhichPlacesDiffer() {
        Topology topology = Places.figure1();
        assertEquals(0, topology.channel(0, 31));
        assertEquals(2, topology.channel(0, 4));
        assertEquals(3, topology.channel(0, 3));
        assertEquals(2, topology.channel(16, 24));
    }

    @Test
    void levelsThatEverybodySharesOrNobodyNamesAreFlat() {
        assertTrue(Topology.flat(5).isFlat());
        assertTrue(Topology.of(KINDS, List.of(Place.of("a", "b", "c"), Place.of("a", "b", "c"))).isFlat());
        assertTrue(Topology.of(KINDS, List.of(Place.of("", "", "x"), Place.of("", "", "y"))).isFlat(), "each rank on a host of its own");
        assertTrue(Topology.of(KINDS, List.of(Place.of("a", "", ""))).isFlat());
        assertFalse(Topology.of(KINDS, List.of(Place.of("", "", "x"), Place.of("", "", "x"), Place.of("", "", "y"))).isFlat());
        assertEquals(4, Topology.of(KINDS, List.of(Place.of("a", "b", "c"), Place.of("a", "b", "c"))).depth(1), "levels of one constituent count");
    }

    @Test
    void aHostWithoutASiteStandsBesideTheSites() {
        Topology topology = Topology.of(KINDS, List.of(Place.of("s", "", "a"), Place.of("", "", "c"), Place.of("s", "", "b"), Place.of("", "", "c")));
        assertEquals(2, topology.whole().constituents());
        assertEquals("0,2", topology.whole().ranks(0).toString());
        assertEquals(3, topology.depth(0));
        assertEquals(2, topology.depth(1));
    }

    @Test
    void placesThatHaveOtherLevelsAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> Topology.of(KINDS, List.of(Place.of("a"))));
        assertThrows(IllegalArgumentException.class, () -> Topology.of(KINDS, List.of()));
    }

    @Test
    void processesAreTheInnermostLevelAndPartNoHosts() {
        Topology topology = Topology.of(Level.of(false, true), List.of(Place.of("", "", "a", "0"), Place.of("", "", "b", ""), Place.of("", "", "a", "1"), Place.of("", "", "a", "0"), Place.of("", "", "b", "")));
        assertEquals(List.of("site", "cluster", "host", "process"), topology.kinds());
        assertEquals(2, topology.channel(0, 1), "between hosts");
        assertEquals(3, topology.channel(0, 2), "between processes");
        assertEquals(4, topology.channel(0, 3));
        assertEquals(4, topology.channel(1, 4), "nothing parts these but that they are two");
        assertArrayEquals(new int[] {3, 2, 3, 3, 2}, topology.depths());
        assertArrayEquals(new int[] {0, 0, 2}, topology.leaders()[2]);
        assertArrayEquals(new int[] {0, 2, 3}, Hosts.of(topology).members(0));
        assertEquals(2, Hosts.of(topology).count());
        assertTrue(topology.toString().contains("process 0"), topology::toString);
    }

    /** A process is never around a cache. */
    @Test
    void aProcessBehindSeveralCachesIsPartedByThese() {
        Topology topology = Topology.of(Level.of(true, true), List.of(Place.of("", "", "a", "0", "", "0"), Place.of("", "", "a", "1", "", "0"), Place.of("", "", "a", "1", "", "1"), Place.of("", "", "a", "1", "", "1")));
        assertEquals(3, topology.channel(0, 1), "between packages, though of one process");
        assertEquals(5, topology.channel(1, 2), "between processes");
        assertEquals(6, topology.channel(2, 3));
    }

    @Test
    void packagesAndCachesPartRanksOfAHostAndNoHosts() {
        Place[] places = {Place.of("", "", "a", "0", "0"), Place.of("", "", "a", "0", "1"), Place.of("", "", "a", "1", ""), Place.of("", "", "b", "", ""), Place.of("", "", "a", "0", "0"), Place.of("", "", "b", "", "")};
        Topology topology = Topology.of(Level.toCaches(), List.of(places));
        assertEquals(2, topology.channel(0, 3), "between hosts");
        assertEquals(3, topology.channel(0, 2), "between packages");
        assertEquals(4, topology.channel(0, 1), "between caches");
        assertEquals(5, topology.channel(0, 4));
        assertEquals(5, topology.channel(3, 5), "nothing parts these but that they are two");
        Hosts hosts = Hosts.of(topology);
        assertEquals(2, hosts.count());
        assertArrayEquals(new int[] {0, 1, 2, 4}, hosts.members(0));
        assertArrayEquals(new int[] {3, 5}, hosts.members(1));
        assertEquals(2, hosts.among().size());
        assertTrue(topology.toString().contains("package 0") && topology.toString().contains("cache 1"), topology::toString);
    }

    /** Boards are one for each host, and leaders among hosts are who they were: they go by a tree that knows no packages. */
    @Test
    void whateverPartsRanksWithinHostsTheHostsAreThoseWithoutIt() {
        int[] known = {1, 4, 22, 154};
        for (int ranks = 1; ranks <= known.length; ranks++) {
            List<Topology> all = Places.parted(ranks);
            assertEquals(known[ranks - 1], all.stream().map(Topology::toString).distinct().count());
            for (Topology parted : all) {
                List<Place> places = new ArrayList<>();
                for (int rank = 0; rank < ranks; rank++) {
                    places.add(Place.of("", "", parted.path(rank).get(1).name()));
                }
                Hosts plain = Hosts.of(Topology.of(KINDS, places));
                Hosts hosts = Hosts.of(parted);
                assertEquals(plain.whole().toString(), hosts.whole().toString());
                assertEquals(plain.among().toString(), hosts.among().toString());
                assertEquals(plain.count(), hosts.count());
                for (int rank = 0; rank < ranks; rank++) {
                    assertEquals(plain.hostOf(rank), hosts.hostOf(rank));
                }
            }
        }
    }

    @Test
    void allTreesOfAFewRanksAreAsManyAsThereAre() {
        int[] known = {1, 1, 4, 26, 236, 2752};
        for (int ranks = 1; ranks <= known.length; ranks++) {
            assertEquals(known[ranks - 1], Places.all(ranks).stream().map(each -> shape(each.whole())).distinct().count());
        }
    }

    private static String shape(Cluster cluster) {
        StringBuilder text = new StringBuilder("(");
        for (int i = 0; i < cluster.constituents(); i++) {
            Cluster below = cluster.constituent(i);
            text.append(below == null ? cluster.ranks(i).toString() : shape(below)).append(' ');
        }
        return text.append(')').toString();
    }

    @Test
    void manyRanksInBlocksTakeAsManyWordsAsThereAreClusters() {
        List<Place> places = new ArrayList<>();
        for (int rank = 0; rank < 1 << 16; rank++) {
            places.add(new Place(List.of("s" + rank / (1 << 13), "c" + rank / (1 << 10), "h" + rank / 64)));
        }
        Topology topology = Topology.of(KINDS, places);
        assertEquals(8, topology.whole().constituents());
        assertEquals(1, topology.path(55_555).get(3).ranks().intervals());
        assertEquals(4, topology.depth(55_555));
        assertEquals(55_555 % 64, topology.clusterId(55_555, 3));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aMemberKeepsTheFanOutsOnItsOwnPathInBlocksAndInTurn(boolean inTurn) {
        int ranks = 1 << 16;
        List<Place> places = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            int host = inTurn ? rank % 4096 : rank / 16;
            places.add(new Place(List.of("s" + host / 512, "c" + host / 64, "h" + host)));
        }
        Topology all = Topology.of(KINDS, places);
        int[] asked = {0};
        Topology mine = Topology.seenBy(55_555, KINDS, () -> {
            asked[0]++;
            return places;
        });
        assertTrue(all.kept() > 2 * 4096, "all clusters are " + all.kept());
        assertTrue(mine.kept() <= 2 * (1 + 8 + 8 + 64), "its path is " + mine.kept()); // eight sites, of its own one eight clusters, of its own one 64 hosts
        assertEquals(1, asked[0]);
        assertEquals(ranks(all.path(55_555)), ranks(mine.path(55_555)));
        assertEquals(0, mine.channel(55_555, inTurn ? 0 : 1));
        assertEquals(all.mostHostsBesideEachOther(), mine.mostHostsBesideEachOther());
        assertEquals(all.mostLevelsOverHosts(), mine.mostLevelsOverHosts());
        assertArrayEquals(all.leaders()[77], mine.leaders()[77]);
        assertEquals(all.path(77).getLast().ranks().toString(), mine.path(77).getLast().ranks().toString());
        assertTrue(mine.kept() <= 2 * (1 + 8 + 8 + 64), "it has kept what it was asked for: " + mine.kept());
    }

    private static List<String> ranks(List<Cluster> path) {
        return path.stream().map(each -> each.ranks().toString()).toList();
    }

    @Test
    void whatAMemberIsAskedForBesideItsPathIsAsInTheWholeTree() {
        Random random = new Random(7);
        for (int i = 0; i < 300; i++) {
            Topology all = Places.random(1 + random.nextInt(20), random);
            int member = random.nextInt(all.size());
            Topology mine = all.seenBy(member);
            int[] some = IntStream.range(0, all.size()).filter(rank -> rank % 3 != 1).toArray();
            for (List<Topology> pair : List.of(
                    List.of(all, mine), List.of(all.without(Set.of("cluster")), mine.without(Set.of("cluster"))), List.of(all.among(some), mine.among(some)), List.of(Hosts.of(all).among(), Hosts.of(mine).among()))) {
                Topology expected = pair.getFirst();
                Topology seen = pair.getLast();
                assertEquals(expected.toString(), seen.toString());
                assertArrayEquals(expected.colours(), seen.colours());
                assertArrayEquals(expected.leaders(), seen.leaders());
                assertEquals(expected.isFlat(), seen.isFlat());
                assertEquals(expected.whole().fewestTogether(), seen.whole().fewestTogether());
                for (int rank = 0; rank < expected.size(); rank++) {
                    assertEquals(expected.channel(member % expected.size(), rank), seen.channel(member % expected.size(), rank));
                }
            }
        }
    }

    /** Ranks that alternate have long lists, of which the first two and the last one are shown, and hosts may have long names: what would run into the next box ends there, and the whole is in a title. */
    @Test
    void textsOfAPictureEndWithTheirBoxes() {
        List<Place> places = new ArrayList<>();
        for (int rank = 0; rank < 48; rank++) {
            places.add(Place.of("", "", (rank % 3) + "&a-host-of-a-very-long-name.example.org"));
        }
        String svg = Topology.of(List.of("site", "cluster", "host"), places).svg();
        assertTrue(svg.contains("<title>ranks 0,3,6,9,12,15,18,21,24,27,30,33,36,39,42,45</title>ranks 0,3,…,45</text>"), svg);
        for (String line : svg.split("\\R")) {
            if (line.startsWith("<text ")) {
                String shown = line.replaceAll("<title>.*</title>|<[^>]*>", "").replace("&amp;", "&");
                assertTrue(shown.length() <= (line.contains("48 ranks") || line.contains("ranks 0-47") ? 48 : 19), line);
            }
        }
        assertTrue(svg.contains("<title>host 0&amp;a-host-of-a-very-long-name.example.org</title>host 0&amp;a"), svg);
    }
}
