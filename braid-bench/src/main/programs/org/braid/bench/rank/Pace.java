package org.braid.bench.rank;

import java.util.Arrays;

/** Whether work that is done again and again still gets faster: medians of blocks of trials, so that a disturbed trial says nothing. Knows no clock. */
final class Pace {
    private static final int TRIALS = 8;
    private static final double NEWS = 0.98;

    private final long[] block = new long[TRIALS];
    private int trials;
    private double bestNs = Double.POSITIVE_INFINITY;
    private boolean quickens = true;

    void took(long trialNs) {
        block[trials++] = trialNs;
        if (trials == TRIALS) {
            Arrays.sort(block);
            double medianNs = block[TRIALS / 2];
            quickens = medianNs < bestNs * NEWS;
            bestNs = Math.min(bestNs, medianNs);
            trials = 0;
        }
    }

    /** Whether the last whole block was faster than all before it; true until there are two. */
    boolean quickens() {
        return quickens;
    }
}
