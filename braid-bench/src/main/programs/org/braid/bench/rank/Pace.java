package org.braid.bench.rank;

import java.util.Arrays;

/**
 * Whether work that is done again and again takes as long as before: the medians of two windows of trials, one after the other, so that a disturbed trial says nothing. A window is as long as
 * compilers need to replace something; of trials so short that more would fit, the first ones are looked at. Knows no clock.
 */
final class Pace {
    private static final long WINDOW_NS = 200_000_000;
    private static final int LEAST_TRIALS = 8;
    private static final int MOST_TRIALS = 4096;
    private static final double STILL = 1.02;

    private final long[] window = new long[MOST_TRIALS];
    private int trials;
    private long spentNs;
    private double beforeNs = Double.POSITIVE_INFINITY;
    private boolean still;

    void took(long trialNs) {
        if (trials < MOST_TRIALS) {
            window[trials++] = trialNs;
        }
        spentNs += trialNs;
        if (spentNs >= WINDOW_NS && trials >= LEAST_TRIALS) {
            close();
        }
    }

    private void close() {
        Arrays.sort(window, 0, trials);
        double nowNs = window[trials / 2];
        still = Math.max(nowNs, beforeNs) <= STILL * Math.min(nowNs, beforeNs);
        beforeNs = nowNs;
        trials = 0;
        spentNs = 0;
    }

    /** Of the last two whole windows; false until there are two. */
    boolean standsStill() {
        return still;
    }
}
