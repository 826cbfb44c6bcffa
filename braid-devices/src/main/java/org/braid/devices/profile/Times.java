package org.braid.devices.profile;

/**
 * How often which time was seen, in buckets whose width grows with the time: 16 to each power of two, so a time is known to 1/16, as in HdrHistogram. 7.5 KiB, whatever is added. One thread adds; another may look,
 * and sees some of it.
 */
final class Times {
    private static final int BITS = 4;
    private static final int EXACT = 1 << BITS;
    private static final int BUCKETS = (Long.SIZE - BITS) * EXACT;

    private final long[] counts = new long[BUCKETS];
    private long all;
    private long longestNs;

    /** One more. A negative time, of a clock that went back, counts as none. */
    void add(long ns) {
        long time = Math.max(0, ns);
        counts[bucket(time)]++;
        all++;
        longestNs = Math.max(longestNs, time);
    }

    long longestNs() {
        return longestNs;
    }

    /** The least time, as far as buckets tell, that this share of all did not exceed; 0 if there are none. */
    long atMostNs(double share) {
        long wanted = (long) Math.ceil(share * all);
        long seen = 0;
        for (int i = 0; i < BUCKETS && wanted > 0; i++) {
            seen += counts[i];
            if (seen >= wanted) {
                return Math.min(longestNs, lastOf(i));
            }
        }
        return longestNs;
    }

    /** Times below 16 have a bucket each; the others are told by their power of two and the four bits behind the first. */
    static int bucket(long ns) {
        if (ns < EXACT) {
            return (int) ns;
        }
        int power = Long.SIZE - 1 - Long.numberOfLeadingZeros(ns);
        return (power - BITS + 1) * EXACT + (int) (ns >>> power - BITS & EXACT - 1);
    }

    /** The longest time of a bucket. */
    static long lastOf(int bucket) {
        if (bucket < EXACT) {
            return bucket;
        }
        int power = bucket / EXACT + BITS - 1;
        long first = 1L << power | (long) (bucket % EXACT) << power - BITS;
        return first + (1L << power - BITS) - 1;
    }
}
