package org.braid.devices.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.braid.devices.ChainPair;
import org.braid.link.spi.Lane;
import org.junit.jupiter.api.Test;

class ProfileTest {
    @Test
    void framesAndBytesAreCountedAtBothEnds() {
        ChainPair pair = new ChainPair("profile");
        for (int i = 0; i < 10; i++) {
            pair.send(new byte[100]);
        }
        pair.full = true;
        assertEquals(Lane.FULL, pair.send(new byte[100]));
        pair.carry();
        for (var counters : java.util.List.of(pair.sending.counters(), pair.receiving.counters())) {
            assertEquals(10, ChainPair.counter(counters, "frames"));
            assertEquals(1000, ChainPair.counter(counters, "bytes"));
        }
        assertEquals(1, ChainPair.counter(pair.sending.counters(), "not now"));
    }

    @Test
    void aFrameThatADeviceBelowKeepsIsTimedUntilTheLaneHasIt() {
        ChainPair pair = new ChainPair("profile+chaos(stall=100%, after=1, pause=5ms)");
        for (int i = 0; i < 3; i++) {
            pair.send(new byte[1]);
        }
        pair.pass(5_000_000);
        assertEquals(3, ChainPair.counter(pair.sending.counters(), "frames"));
        assertEquals(5_000_000, ChainPair.counter(pair.sending.counters(), "longest ns"));
        assertEquals(0, ChainPair.counter(pair.sending.counters(), "median ns"));
    }

    @Test
    void everyTimeIsKnownToASixteenthAndBucketsFollowEachOther() {
        long before = -1;
        for (int bucket = 0; bucket < 900; bucket++) {
            long last = Times.lastOf(bucket);
            assertEquals(bucket, Times.bucket(last));
            assertEquals(bucket, Times.bucket(before + 1));
            assertTrue(last - before <= Math.max(1, last / 16), "bucket " + bucket);
            before = last;
        }
        assertEquals(Long.MAX_VALUE, Times.lastOf(Times.bucket(Long.MAX_VALUE)));
    }

    @Test
    void sharesAreThoseOfTheSortedTimes() {
        SplittableRandom random = new SplittableRandom(1);
        Times times = new Times();
        long[] all = new long[5_000];
        for (int i = 0; i < all.length; i++) {
            all[i] = random.nextLong(1L << 10 + random.nextInt(20));
            times.add(all[i]);
        }
        Arrays.sort(all);
        for (double share : new double[] {0.01, 0.5, 0.99, 0.999, 1}) {
            long exact = all[(int) Math.ceil(share * all.length) - 1];
            long told = times.atMostNs(share);
            assertTrue(told >= exact && told <= exact + exact / 16 + 1, () -> share + ": " + told + ", not " + exact);
        }
        assertEquals(all[all.length - 1], times.longestNs());
        assertEquals(0, new Times().atMostNs(0.5));
    }

    @Test
    void aClockThatGoesBackCountsAsNoTime() {
        Times times = new Times();
        times.add(-5);
        assertEquals(0, times.atMostNs(1));
    }
}
