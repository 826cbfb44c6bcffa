package org.braid.launch.distance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.braid.boot.hosts.JobHost;
import org.braid.boot.hosts.Measured;
import org.junit.jupiter.api.Test;

class LevelsTest {
    private static final int[] TIMES = {RoundTrips.UNKNOWN, 100, 1_200, 10_000};

    /** Of hosts whose places are given as {@code site.cluster}: within a cluster 100 us, within a site 1.2 ms, else 30 ms; disturbed by at most so much. */
    private static RoundTrips times(Random noise, int noiseUs, String... places) {
        RoundTrips times = new RoundTrips(places.length);
        for (int one = 0; one < places.length; one++) {
            for (int other = 0; other < places.length; other++) {
                int us = places[one].equals(places[other]) ? 100 : places[one].charAt(0) == places[other].charAt(0) ? 1_200 : 30_000;
                times.put(one, other, us + noise.nextInt(noiseUs + 1));
            }
        }
        return times;
    }

    private static RoundTrips times(String... places) {
        return times(new Random(1), 0, places);
    }

    private static List<String> unnamed(int hosts) {
        return Collections.nCopies(hosts, "");
    }

    @Test
    void sitesAndClustersAreFoundWhereThereAreBoth() {
        Levels levels = Levels.of(times("a.1", "b.1", "a.2", "a.1", "b.1", "a.2"));
        assertEquals(List.of("site-1", "site-2", "site-1", "site-1", "site-2", "site-1"), levels.sites());
        assertEquals(List.of("cluster-1", "cluster-1", "cluster-2", "cluster-1", "cluster-1", "cluster-2"), levels.clusters());
        assertEquals(new Measured(30_000, 1_200, 100), levels.measured());
        assertEquals("sites are 30.00 ms from each other, clusters 1.20 ms, hosts of one 0.10 ms", levels.measured().toString());
    }

    @Test
    void oneLevelIsASiteOrAClusterByHowFarItsGroupsAre() {
        Levels far = Levels.of(times("a.1", "a.1", "b.1"));
        assertEquals(List.of("site-1", "site-1", "site-2"), far.sites());
        assertEquals(unnamed(3), far.clusters());
        Levels near = Levels.of(times("a.1", "a.2", "a.1"));
        assertEquals(unnamed(3), near.sites());
        assertEquals(List.of("cluster-1", "cluster-2", "cluster-1"), near.clusters());
        assertEquals("clusters are 1.20 ms from each other, hosts of one 0.10 ms", near.measured().toString());
    }

    @Test
    void hostsThatAreAllNearOrAllFarMakeNoLevel() {
        for (Levels none : List.of(Levels.of(times("a.1", "a.1", "a.1")), Levels.of(times("a.1", "b.1", "c.1")), Levels.of(new RoundTrips(4)), Levels.of(new RoundTrips(0)))) {
            assertEquals(unnamed(none.sites().size()), none.sites());
            assertEquals(unnamed(none.sites().size()), none.clusters());
            assertFalse(none.measured().isAny());
        }
    }

    /** Every three hosts that each pair of which may be near, middling, far or unknown. */
    @Test
    void ofThreeHostsTwoAreAGroupWhereTheyAreNearerThanBothAreToTheThirdAndNowhereElse() {
        for (int first : TIMES) {
            for (int second : TIMES) {
                for (int third : TIMES) {
                    RoundTrips times = new RoundTrips(3);
                    times.put(0, 1, first);
                    times.put(2, 0, second);
                    times.put(1, 2, third);
                    Levels levels = Levels.of(times);
                    boolean isGrouped = isNearest(first, second, third) || isNearest(second, first, third) || isNearest(third, first, second);
                    assertEquals(isGrouped, levels.measured().isAny(), () -> first + ", " + second + ", " + third);
                    if (isNearest(first, second, third)) {
                        List<String> names = levels.measured().siteUs() > 0 ? levels.sites() : levels.clusters();
                        assertEquals(names.get(0), names.get(1));
                        assertFalse(names.get(0).equals(names.get(2)));
                        assertFalse(names.contains(""));
                    }
                }
            }
        }
    }

    /** Two hosts are near, and of the ways to the third one at least one is known, and all that are known are longer. */
    private static boolean isNearest(int us, int one, int other) {
        boolean isFar = one != RoundTrips.UNKNOWN || other != RoundTrips.UNKNOWN;
        return us != RoundTrips.UNKNOWN && isFar && (one == RoundTrips.UNKNOWN || one > us) && (other == RoundTrips.UNKNOWN || other > us);
    }

    @Test
    void aHostOfWhichNothingIsKnownStandsBesideTheOthers() {
        RoundTrips times = times("a.1", "a.1", "b.1", "c.1");
        for (int host = 0; host < 3; host++) {
            times.put(host, 3, RoundTrips.UNKNOWN);
            times.put(3, host, RoundTrips.UNKNOWN);
        }
        assertEquals(List.of("site-1", "site-1", "site-2", ""), Levels.of(times).sites());
    }

    /** Times are disturbed by up to 600 us, which is six times what a way within a cluster takes. */
    @Test
    void theNoiseOfALanMakesNoLevelAndHidesNone() {
        for (long seed = 1; seed <= 2_000; seed++) {
            Random noise = new Random(seed);
            long replay = seed;
            Levels lan = Levels.of(times(noise, 600, "a.1", "a.1", "a.1", "a.1", "a.1", "a.1"));
            assertFalse(lan.measured().isAny(), () -> "new Random(" + replay + "): " + lan);
            Levels sites = Levels.of(times(noise, 600, "a.1", "b.1", "a.1", "b.1", "c.1"));
            assertEquals(List.of("site-1", "site-2", "site-1", "site-2", "site-3"), sites.sites(), () -> "new Random(" + replay + ")");
            assertEquals(unnamed(5), sites.clusters(), () -> "new Random(" + replay + ")");
        }
    }

    /** Whoever computes it must come to the same groups, so the order of hosts may change nothing but names. */
    @Test
    void groupsDoNotDependOnTheNumbersOfHosts() {
        String[] places = {"a.1", "a.2", "b.1", "a.1", "a.2", "b.2", "b.1"};
        for (long seed = 1; seed <= 200; seed++) {
            List<String> shuffled = new ArrayList<>(List.of(places));
            Collections.shuffle(shuffled, new Random(seed));
            Levels levels = Levels.of(times(shuffled.toArray(new String[0])));
            for (int one = 0; one < places.length; one++) {
                for (int other = 0; other < places.length; other++) {
                    boolean sameSite = shuffled.get(one).charAt(0) == shuffled.get(other).charAt(0);
                    assertEquals(sameSite, levels.sites().get(one).equals(levels.sites().get(other)), shuffled::toString);
                    boolean sameCluster = levels.clusters().get(one).equals(levels.clusters().get(other));
                    assertEquals(shuffled.get(one).equals(shuffled.get(other)), sameSite && sameCluster, shuffled::toString);
                }
            }
        }
    }

    @Test
    void whatTwoHostsSayOfEachOtherThatCannotBothBeTrueIsUnknown() {
        RoundTrips times = times("a.1", "a.1", "b.1");
        times.put(2, 0, 90);
        assertEquals(RoundTrips.UNKNOWN, times.between(0, 2));
        assertEquals(30_000, times.between(1, 2));
        times.put(1, 0, 900);
        assertEquals(100, times.between(0, 1), "noise makes times longer");
        times.put(1, 2, -7);
        times.put(2, 1, Integer.MAX_VALUE);
        assertEquals(RoundTrips.UNKNOWN, times.between(1, 2));
        assertEquals(List.of("", "", ""), Levels.of(times).sites(), "nobody knows how far the third is");
    }

    @Test
    void namesThatHostsFarFromEachOtherShareAreFoundAndOthersAreNot() {
        RoundTrips times = times("a.1", "b.1", "a.1");
        assertTrue(NamedPlaces.contradiction(times, hosts("paris", "paris", "paris")).startsWith("paris/node0 and paris/node1 are named as of one place, and a round trip between them takes 30.00 ms"));
        assertEquals("", NamedPlaces.contradiction(times, hosts("paris", "rome", "paris")));
        assertEquals("", NamedPlaces.contradiction(times, hosts("paris", "rome", "kyoto")), "near hosts may be called far: that is an experiment");
        assertEquals("", NamedPlaces.contradiction(times, hosts("", "", "")));
        assertEquals("", NamedPlaces.contradiction(new RoundTrips(3), hosts("paris", "paris", "paris")));
    }

    private static List<JobHost> hosts(String... sites) {
        List<JobHost> hosts = new ArrayList<>();
        for (String site : sites) {
            hosts.add(new JobHost(hosts.size(), 1, 1, "node" + hosts.size(), "", site, ""));
        }
        return hosts;
    }
}
