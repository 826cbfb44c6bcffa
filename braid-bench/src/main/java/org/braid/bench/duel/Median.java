package org.braid.bench.duel;

import java.util.Arrays;

/** The middle value; of an even number of values the mean of the two middle ones. */
final class Median {
    private Median() {}

    /** @param values at least one */
    static double of(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }
}
