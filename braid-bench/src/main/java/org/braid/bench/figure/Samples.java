package org.braid.bench.figure;

import java.util.Arrays;

/** The values that the runs of one series gave, in the order of the runs. */
public final class Samples {
    private double[] values = new double[0];

    void add(double value) {
        values = Arrays.copyOf(values, values.length + 1);
        values[values.length - 1] = value;
    }

    /** How many rounds there were. */
    public int count() {
        return values.length;
    }

    /** One value, of a round that counts from 0. */
    double inRound(int round) {
        return values[round];
    }

    double[] values() {
        return values.clone();
    }

    double min() {
        return Arrays.stream(values).min().orElseThrow();
    }

    double max() {
        return Arrays.stream(values).max().orElseThrow();
    }

    /** Middle value; of an even number of values the mean of the two middle ones. There must be one. */
    public double median() {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
