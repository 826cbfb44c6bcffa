package org.braid.bench.figure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** The values that the runs of one series gave, in the order of the runs, and how far apart the cores were in each. */
public final class Samples {
    private final List<CoreState> cores = new ArrayList<>();
    private final List<Boolean> stoodStill = new ArrayList<>();
    private double[] values = new double[0];

    void add(double value) {
        add(value, CoreState.ANY, true);
    }

    void add(double value, CoreState state, boolean wasStill) {
        values = Arrays.copyOf(values, values.length + 1);
        values[values.length - 1] = value;
        cores.add(state);
        stoodStill.add(wasStill);
    }

    /** Those of the rounds in one state, in their order. */
    Samples in(CoreState state) {
        Samples some = new Samples();
        for (int round = 0; round < values.length; round++) {
            if (cores.get(round) == state) {
                some.add(values[round], state, stoodStill.get(round));
            }
        }
        return some;
    }

    /** How far apart the cores were in a round that counts from 0. */
    CoreState coresInRound(int round) {
        return cores.get(round);
    }

    List<CoreState> cores() {
        return List.copyOf(cores);
    }

    /** In how many rounds the figure had not stood still before it was measured. */
    int young() {
        return Collections.frequency(stoodStill, false);
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
