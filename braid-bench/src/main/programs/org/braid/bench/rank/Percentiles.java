package org.braid.bench.rank;

import java.util.Arrays;

/** How long single trips took: every one of them, or of very many every second, third, ... one, so that they fit into memory that is bounded. */
final class Percentiles {
    static final int MOST = 1 << 20;

    private final int stride;
    private final long[] kept;
    private int count;
    private int untilNext = 1;

    /** @param trips how many there will be, at least 1 */
    Percentiles(int trips) {
        stride = (trips - 1) / MOST + 1;
        kept = new long[(trips - 1) / stride + 1];
    }

    void took(long tripNs) {
        if (--untilNext == 0) {
            kept[count++] = tripNs;
            untilNext = stride;
        }
    }

    /** The shortest time that so many of 1000 trips do not exceed: the nearest rank. */
    long atPerMille(int perMille) {
        Arrays.sort(kept, 0, count);
        return kept[(int) Math.max(0, Math.ceilDiv(perMille * (long) count, 1000) - 1)];
    }
}
