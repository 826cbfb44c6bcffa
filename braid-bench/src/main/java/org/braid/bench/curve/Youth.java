package org.braid.bench.curve;

import java.util.List;

/**
 * Until when a rank is young: the time after Init from which on its operations stay within half as much again of what they take when it is grown. Slow bins count from the start on, and later
 * where they are most of five in a row: a disturbance of one or two makes nobody young again.
 *
 * @param steadyUs median of the last fifth of the bins
 * @param endMs milliseconds after Init
 */
record Youth(double steadyUs, int endMs) {
    private static final double NEAR = 1.5;
    private static final int WINDOW = 5;
    private static final int PART = 5;

    static Youth of(Curve curve) {
        List<Double> all = curve.all();
        double steady = median(all.subList(all.size() - Math.ceilDiv(all.size(), PART), all.size()));
        boolean[] slow = new boolean[all.size()];
        for (int bin = 0; bin < slow.length; bin++) {
            slow[bin] = all.get(bin) > NEAR * steady;
        }
        int bins = Math.max(slowFromTheStart(slow), lastWaveEnd(slow));
        return new Youth(steady, bins == 0 ? 0 : curve.endMs(bins - 1));
    }

    private static int slowFromTheStart(boolean[] slow) {
        int bin = 0;
        while (bin < slow.length && slow[bin]) {
            bin++;
        }
        return bin;
    }

    private static int lastWaveEnd(boolean[] slow) {
        for (int end = slow.length; end >= WINDOW; end--) {
            int count = 0;
            for (int bin = end - WINDOW; bin < end; bin++) {
                count += slow[bin] ? 1 : 0;
            }
            if (slow[end - 1] && count > WINDOW / 2) {
                return end;
            }
        }
        return 0;
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        return sorted.get(sorted.size() / 2);
    }
}
