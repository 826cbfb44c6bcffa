package org.braid.boot.hosts;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.braid.boot.ticket.Spread;
import org.junit.jupiter.api.Test;

class HostMapTest {
    private static final int PAGE_BYTES = 16 * 1024;

    private static JobHost host(int number, int cores, int ranks) {
        return new JobHost(number, cores, ranks, "node" + number, "10.0.0." + number, number % 2 == 0 ? "here" : "there", "");
    }

    /** Rank r on host r mod h. */
    private static HostMap cyclic(int ranks, int hosts, int cores) {
        int[] hostOf = new int[ranks];
        List<JobHost> all = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            hostOf[rank] = rank % hosts;
        }
        for (int number = 0; number < hosts; number++) {
            all.add(host(number, cores, (ranks - number + hosts - 1) / hosts));
        }
        return new HostMap(hostOf, all);
    }

    private static HostPage page(HostMap map, int first, int count, int mostBytes) {
        byte[] bytes = map.page(first, count, mostBytes);
        assertTrue(bytes.length <= mostBytes);
        return HostPage.decode(ByteBuffer.wrap(bytes));
    }

    @Test
    void aCyclicPlacementIsKeptAsItIs() {
        HostMap map = cyclic(7, 3, 2);
        assertEquals(1, map.hostOf(4).number());
        assertArrayEquals(new int[] {1, 4}, map.ranksOn(map.hostOf(1)));
        assertEquals(2, map.placeOf(6));
        assertEquals(0, map.placeOf(2));
    }

    @Test
    void oneCrowdedHostMakesTheWholeJobCrowded() {
        HostMap map = new HostMap(new int[] {0, 1, 1}, List.of(host(0, 64, 1), host(1, 1, 2)));
        assertEquals(new Spread(2, 5, true, false), map.spread(5));
        assertEquals(new Spread(3, 3, false, false), cyclic(6, 3, 2).spread(3));
    }

    @Test
    void ranksOfOneHostAskForTheMapWhereProcessesOrCachesPartThem() {
        List<JobHost> one = List.of(host(0, 64, 3));
        assertEquals(new Spread(1, 2, false, true), new HostMap(new int[3], one, Measured.NONE, List.of(Part.NONE.in(0), Part.NONE.in(0), Part.NONE.in(1))).spread(2));
        assertEquals(new Spread(1, 2, false, false), new HostMap(new int[3], one, Measured.NONE, List.of(Part.NONE.in(0), Part.NONE.in(0), Part.NONE.in(0))).spread(2));
        assertEquals(new Spread(1, 2, false, true), new HostMap(new int[3], one, Measured.NONE, List.of(new Part(0, 0), new Part(0, 0), new Part(0, 1))).spread(2));
        assertEquals(new Spread(1, 2, false, false), new HostMap(new int[3], one, Measured.NONE, List.of(new Part(0, 0), new Part(0, 0), new Part(0, 0))).spread(2));
    }

    @Test
    void pagesTellTheSameAsTheWholeWhateverThePlacement() {
        Random random = new Random(7);
        for (int world = 0; world < 200; world++) {
            int ranks = 1 + random.nextInt(400);
            HostMap map = cyclic(ranks, 1 + random.nextInt(ranks), 1 + random.nextInt(8));
            int most = HostPage.LEAST_BYTES + random.nextInt(2000);
            for (int first = 0; first < ranks; ) {
                HostPage page = page(map, first, 1 + random.nextInt(64), most);
                assertEquals(first, page.first());
                for (JobHost host : page.hosts()) {
                    assertEquals(map.hostOf(first++), host);
                }
            }
        }
    }

    @Test
    void everyPageSaysByWhatSitesWereFound() {
        Measured measured = new Measured(30_000, 0, 120);
        HostMap map = new HostMap(new int[] {0, 1, 1}, List.of(host(0, 1, 1), host(1, 1, 2)), measured, List.of());
        assertEquals(measured, page(map, 0, 1, PAGE_BYTES).measured());
        assertEquals(measured, page(map, 1, 2, PAGE_BYTES).measured());
        assertEquals(Measured.NONE, page(cyclic(3, 2, 1), 0, 3, PAGE_BYTES).measured());
        assertThrows(IllegalArgumentException.class, () -> new Measured(0, -1, 0));
    }

    @Test
    void pagesTellWhatPartsRanksOfAHost() {
        List<Part> bound = List.of(new Part(0, 0), new Part(0, 1), new Part(1, 0), new Part(3, 2), Part.NONE);
        HostMap map = new HostMap(new int[] {0, 0, 0, 1, 0}, List.of(host(0, 8, 4), host(1, 8, 1)), Measured.NONE, bound);
        List<Part> parting = List.of(new Part(0, 0), new Part(0, 1), new Part(1, -1), Part.NONE, Part.NONE);
        assertEquals(parting, page(map, 0, 5, PAGE_BYTES).parts());
        assertEquals(parting.subList(2, 4), page(map, 2, 2, PAGE_BYTES).parts());
        assertEquals(5, page(map, 0, 5, HostPage.LEAST_BYTES).hosts().size());
        for (List<Part> alike : List.of(List.<Part>of(), List.of(new Part(0, 0), new Part(0, 0), Part.NONE, new Part(1, 0), new Part(0, 0)))) {
            HostMap one = new HostMap(new int[] {0, 0, 0, 1, 0}, List.of(host(0, 8, 4), host(1, 8, 1)), Measured.NONE, alike);
            assertEquals(List.of(), page(one, 0, 5, PAGE_BYTES).parts());
        }
    }

    @Test
    void pagesTellWhichProcessesPartRanksOfAHost() {
        List<JobHost> hosts = List.of(host(0, 8, 3), host(1, 8, 2));
        List<Part> in = List.of(Part.NONE.in(0), Part.NONE.in(1), Part.NONE.in(1), Part.NONE.in(0), Part.NONE.in(0));
        HostMap threads = new HostMap(new int[] {0, 0, 0, 1, 1}, hosts, Measured.NONE, in);
        assertEquals(List.of(in.get(0), in.get(1), in.get(2), Part.NONE, Part.NONE), page(threads, 0, 5, PAGE_BYTES).parts(), "the second host has one process");
        assertEquals(new Parting(false, true), page(threads, 3, 2, PAGE_BYTES).parting(), "every page says of the whole job");
        HostMap both = new HostMap(new int[] {0, 0, 0, 1, 1}, hosts, Measured.NONE, List.of(new Part(0, 0, 0), new Part(1, 0, 7), new Part(1, 1, 7), new Part(-1, -1, 65_534), new Part(-1, -1, 65_534)));
        assertEquals(List.of(new Part(1, 0, 7), new Part(1, 1, 7), Part.NONE), page(both, 1, 3, PAGE_BYTES).parts());
        HostMap alone = new HostMap(new int[] {0, 0, 0, 1, 1}, hosts, Measured.NONE, List.of(Part.NONE.in(0), Part.NONE.in(1), Part.NONE.in(2), Part.NONE.in(0), Part.NONE.in(1)));
        assertEquals(Parting.NONE, page(alone, 0, 5, PAGE_BYTES).parting(), "processes of a rank each are what ranks are");
        assertEquals(Part.NONE, Part.NONE.in(65_535), "nobody looks at so many");
    }

    @Test
    void aPageHoldsItsFirstRankHoweverLongTheNamesAre() {
        String longest = "x".repeat(JobHost.MOST_BYTES);
        HostMap map = new HostMap(new int[] {0}, List.of(new JobHost(0, 1, 1, longest + "y", longest, longest, longest)));
        assertEquals(new JobHost(0, 1, 1, longest, longest, longest, longest), page(map, 0, 1, HostPage.LEAST_BYTES).hosts().getFirst());
    }

    /** Nobody gets the whole of a large map, however much is asked for. */
    @Test
    void aPageOfALargeMapIsNoLongerThanOneOfASmallOne() {
        assertEquals(cyclic(100, 4, 64).page(8, 32, PAGE_BYTES).length, cyclic(10_000, 4, 10_000).page(8, 32, PAGE_BYTES).length);
        assertTrue(page(cyclic(10_000, 10_000, 1), 0, 10_000, PAGE_BYTES).hosts().size() < 1000);
    }

    @Test
    void aMapThatContradictsItselfIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> new HostMap(new int[] {0, 2}, List.of(host(0, 1, 1), host(1, 1, 1))));
        assertThrows(IllegalArgumentException.class, () -> new HostMap(new int[] {0, 0}, List.of(host(0, 1, 1), host(1, 1, 1))));
        assertThrows(IllegalArgumentException.class, () -> new HostMap(new int[] {0, 1}, List.of(host(1, 1, 1), host(0, 1, 1))));
    }

    @Test
    void whateverIsCutOrAlteredIsRefusedOrReadAsAnotherPage() {
        byte[] good = cyclic(40, 7, 2).page(3, 20, PAGE_BYTES);
        Random random = new Random(11);
        for (int length = 0; length < good.length; length++) {
            int cut = length;
            assertThrows(IllegalArgumentException.class, () -> HostPage.decode(ByteBuffer.wrap(good, 0, cut)));
        }
        for (int i = 0; i < 20_000; i++) {
            byte[] altered = good.clone();
            altered[random.nextInt(altered.length)] = (byte) random.nextInt();
            try {
                assertTrue(HostPage.decode(ByteBuffer.wrap(altered)).hosts().size() >= 1);
            } catch (IllegalArgumentException refused) {
                assertTrue(String.valueOf(refused.getMessage()).length() > 4);
            }
        }
    }
}
