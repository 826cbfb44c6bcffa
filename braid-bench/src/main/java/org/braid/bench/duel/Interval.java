package org.braid.bench.duel;

import java.util.Arrays;

/**
 * Where the middle of a distribution is, from a few independent samples: the estimate of Hodges and Lehmann (the median of all means of two samples), and the interval that Wilcoxon's signed-rank
 * test does not refuse at 5 per cent. It supposes symmetry, which logarithms of ratios have if nobody is preferred, and no normal distribution; one wild sample of nine moves it little.
 *
 * @param low end of the interval; negative infinity where there are too few samples for any interval
 * @param high the other end; positive infinity likewise
 */
record Interval(double low, double middle, double high) {
    private static final double TAIL = 0.025;

    /**
     * The interval of ratios, in logarithms: so it says the same of new over old as of old over new.
     *
     * @param ratios above 0, at least one
     */
    static Interval ofRatios(double[] ratios) {
        Interval logs = of(Arrays.stream(ratios).map(Math::log).toArray());
        return new Interval(Math.exp(logs.low), Math.exp(logs.middle), Math.exp(logs.high));
    }

    static Interval of(double[] samples) {
        double[] means = meansOfTwo(samples);
        int last = means.length - 1;
        double middle = (means[last / 2] + means[(last + 1) / 2]) / 2;
        int outside = refused(samples.length);
        return outside < 0 ? new Interval(Double.NEGATIVE_INFINITY, middle, Double.POSITIVE_INFINITY) : new Interval(means[outside], middle, means[last - outside]);
    }

    private static double[] meansOfTwo(double[] samples) {
        double[] means = new double[samples.length * (samples.length + 1) / 2];
        int next = 0;
        for (int i = 0; i < samples.length; i++) {
            for (int j = i; j < samples.length; j++) {
                means[next++] = (samples[i] + samples[j]) / 2;
            }
        }
        Arrays.sort(means);
        return means;
    }

    /** The largest sum of ranks that is refused, because it and all below it are together too improbable; minus one if there is none. So many means lie outside at each end. */
    private static int refused(int samples) {
        double[] probability = sumsOfRanks(samples);
        double below = 0;
        int sum = 0;
        while (sum < probability.length && below + probability[sum] <= TAIL) {
            below += probability[sum++];
        }
        return sum - 1;
    }

    /** The probability of each sum of ranks 1 to n if each counts or does not with equal chances. Sums above half of all never matter here. */
    private static double[] sumsOfRanks(int n) {
        double[] probability = new double[n * (n + 1) / 4 + 1];
        probability[0] = 1;
        for (int rank = 1; rank <= n; rank++) {
            for (int sum = probability.length - 1; sum >= 0; sum--) {
                probability[sum] = (probability[sum] + (sum >= rank ? probability[sum - rank] : 0)) / 2;
            }
        }
        return probability;
    }
}
