package org.braid.launch.distance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Whole measurements in virtual time. */
class MeasurementTest {
    private static final int NEAR_US = 80;

    /** Hosts that answer at once, say nothing, or something else; each is asked by the rules or not at all. */
    private static final class Network implements Measurement.Hosts {
        final int[][] us;
        final Set<Integer> mute = new HashSet<>();
        final Set<Integer> deaf = new HashSet<>(); // they measure, and nobody reaches them
        final ArrayDeque<Runnable> answers = new ArrayDeque<>();
        final List<Integer> opened = new ArrayList<>();
        int pings;
        long nowNs;
        final Measurement measurement;

        Network(int[][] us) {
            this.us = us;
            this.measurement = Measurement.begin(us.length, this, nowNs);
        }

        @Override
        public void open(int host) {
            opened.add(host);
            answers.add(() -> {
                if (!mute.contains(host)) {
                    measurement.opened(host, 1000 + host, host, nowNs);
                }
            });
        }

        @Override
        public void ping(int host, int landmark, int round, int port, long token) {
            assertEquals(1000 + landmark, port);
            assertEquals(landmark, token);
            pings++;
            if (!mute.contains(host)) {
                int said = deaf.contains(landmark) ? RoundTrips.UNKNOWN : us[host][landmark];
                answers.add(() -> measurement.pinged(host, round, said, nowNs));
            }
        }

        RoundTrips run(Random order) {
            while (!measurement.isOver(nowNs)) {
                if (answers.isEmpty()) {
                    assertTrue(measurement.lookNs() > nowNs, "it waits for something");
                    nowNs = measurement.lookNs();
                } else {
                    for (int i = order.nextInt(answers.size()); i > 0; i--) {
                        answers.add(answers.remove());
                    }
                    answers.remove().run();
                    nowNs += 1_000_000;
                }
            }
            return measurement.times();
        }
    }

    private static int[][] us(int hosts, int sites, Random noise) {
        int[][] us = new int[hosts][hosts];
        for (int one = 0; one < hosts; one++) {
            for (int other = 0; other < hosts; other++) {
                us[one][other] = (one % sites == other % sites ? NEAR_US : 30_000) + noise.nextInt(150);
            }
        }
        return us;
    }

    private static void assertSites(int sites, Levels levels, String replay) {
        for (int one = 0; one < levels.sites().size(); one++) {
            assertEquals("site-" + (1 + one % sites), levels.sites().get(one), replay);
        }
    }

    @Test
    void oneLandmarkIsEnoughForALan() {
        for (int hosts : new int[] {3, 10, 200}) {
            Network network = new Network(us(hosts, 1, new Random(hosts)));
            network.run(new Random(1));
            assertEquals(List.of(0), network.opened);
            assertEquals(hosts - 1, network.pings);
        }
    }

    @Test
    void thereAreAsManyLandmarksAsSitesAndAllSitesAreFound() {
        for (int seed = 1; seed <= 300; seed++) {
            Random random = new Random(seed);
            int sites = 2 + random.nextInt(5);
            int hosts = 2 * sites + random.nextInt(30);
            Network network = new Network(us(hosts, sites, random));
            Levels levels = Levels.of(network.run(random));
            String replay = "new Random(" + seed + "): " + network.opened;
            assertEquals(sites, network.opened.size(), replay);
            assertSites(sites, levels, replay);
        }
    }

    @Test
    void twoHostsAndTooManyAreNotAskedAtAll() {
        for (int hosts : new int[] {1, 2, Measurement.MOST_HOSTS + 1}) {
            Network network = new Network(new int[hosts][hosts]);
            assertEquals(0, network.run(new Random(1)).hosts());
            assertEquals(List.of(), network.opened);
        }
    }

    @Test
    void hostsThatSayNothingCostAStepAndNoMoreThanTheBoundAndOthersAreGrouped() {
        for (int mute = 0; mute < 5; mute++) {
            Network network = new Network(us(5, 2, new Random(mute)));
            network.mute.add(mute);
            Levels levels = Levels.of(network.run(new Random(mute)));
            assertTrue(network.nowNs <= Measurement.ALL_NS, "after " + network.nowNs);
            for (int host = 0; host < 5; host++) {
                assertEquals(host == mute, levels.sites().get(host).isEmpty(), "host " + mute + " is mute: " + levels);
            }
        }
    }

    @Test
    void whereNobodyAnswersItIsOverWithinTheBoundAndNothingIsKnown() {
        Network network = new Network(us(20, 2, new Random(1)));
        for (int host = 0; host < 20; host++) {
            network.mute.add(host);
        }
        RoundTrips known = network.run(new Random(1));
        assertTrue(known.isEmpty() && network.nowNs <= Measurement.ALL_NS);
        assertTrue(network.opened.size() <= 3, network.opened.toString());
    }

    @Test
    void whereNobodyReachesAnybodyTwoLandmarksAreTried() {
        Network network = new Network(us(20, 2, new Random(1)));
        for (int host = 0; host < 20; host++) {
            network.deaf.add(host);
        }
        assertTrue(network.run(new Random(1)).isEmpty());
        assertEquals(List.of(0, 1), network.opened);
    }

    /** It cannot be reached, but it reaches others. */
    @Test
    void aHostThatNobodyReachesIsGroupedByWhatItSaysItself() {
        Network network = new Network(us(6, 2, new Random(1)));
        network.deaf.add(3);
        assertSites(2, Levels.of(network.run(new Random(1))), "host 3 is deaf");
    }

    @Test
    void oneThatLiesIsUnknownWhereOthersSayOtherwiseAndSpoilsNothingElse() {
        int[][] us = us(6, 2, new Random(1));
        for (int host = 0; host < 6; host++) {
            us[1][host] = 10; // near everybody, it says; it becomes a landmark only if something shows that it may not be
        }
        Levels levels = Levels.of(new Network(us).run(new Random(1)));
        for (int host = 0; host < 6; host++) {
            assertEquals(host == 1 ? "" : "site-" + (1 + host % 2), levels.sites().get(host), levels.toString());
        }
    }

    @Test
    void answersThatNobodyAskedForChangeNothing() {
        Network network = new Network(us(4, 1, new Random(1)));
        network.measurement.opened(2, 9, 9, 0);
        network.measurement.pinged(1, 1, 7, 0);
        assertTrue(network.measurement.times().isEmpty());
        network.answers.remove().run();
        network.measurement.opened(0, 9, 9, 0);
        network.measurement.pinged(1, 2, 7, 0);
        network.measurement.pinged(0, 1, 7, 0);
        assertTrue(network.measurement.times().isEmpty());
        assertEquals(3, network.pings);
        network.measurement.gone(1, 0);
        network.measurement.gone(2, 0);
        network.measurement.gone(3, 0);
        assertTrue(network.measurement.isOver(0), "nobody is left to ask");
    }

    /** Sixteen hosts at sites of their own, and more: the landmarks end, and so does the measurement. */
    @Test
    void landmarksAreBounded() {
        int[][] us = us(40, 40, new Random(1));
        Network network = new Network(us);
        network.run(new Random(1));
        assertEquals(Landmarks.MOST, network.opened.size());
    }
}
