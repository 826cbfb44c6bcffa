package org.braid.bench.curve;

import java.util.ArrayList;
import java.util.List;
import org.braid.bench.figure.Series;

/** What one contestant took in each bin after Init: medians over the rounds, in microseconds. */
final class Curve {
    private final List<Integer> endsMs = new ArrayList<>();
    private final List<Double> medians = new ArrayList<>();
    private final List<Series> series = new ArrayList<>();

    /** Bins are added in the order of time. */
    void add(int endMs, Series figure, double medianUs) {
        endsMs.add(endMs);
        series.add(figure);
        medians.add(medianUs);
    }

    int bins() {
        return medians.size();
    }

    /** Milliseconds after Init. */
    int endMs(int bin) {
        return endsMs.get(bin);
    }

    int startMs(int bin) {
        return bin == 0 ? 0 : endsMs.get(bin - 1);
    }

    double us(int bin) {
        return medians.get(bin);
    }

    Series series(int bin) {
        return series.get(bin);
    }

    List<Double> all() {
        return List.copyOf(medians);
    }
}
