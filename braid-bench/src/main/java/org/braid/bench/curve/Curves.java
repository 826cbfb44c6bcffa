package org.braid.bench.curve;

import java.util.LinkedHashMap;
import java.util.Map;
import org.braid.bench.figure.Results;
import org.braid.bench.figure.Samples;
import org.braid.bench.figure.Series;

/** The curves of one campaign: for each work those of all contestants. A figure {@code curve.WORK.atMS} is the bin of a work that ends so many milliseconds after Init. */
public final class Curves {
    private static final String PREFIX = "curve.";
    private static final String AT = ".at";

    /**
     * What was done over and over.
     *
     * @param name such as {@code trips.np2}
     * @param bytes payload of one message
     */
    record Work(String name, long bytes) {}

    private final Results results;
    private final Map<Work, Map<String, Curve>> all = new LinkedHashMap<>();

    /** Takes the curves among all figures. */
    public Curves(Results results) {
        this.results = results;
        results.all().forEach(this::add);
    }

    private void add(Series series, Samples samples) {
        String name = series.operation();
        int at = name.lastIndexOf(AT);
        if (name.startsWith(PREFIX) && at > 0) {
            Work work = new Work(name.substring(PREFIX.length(), at), series.bytes());
            all.computeIfAbsent(work, _ -> new LinkedHashMap<>())
                    .computeIfAbsent(series.contestant(), _ -> new Curve())
                    .add(Integer.parseInt(name.substring(at + AT.length())), series, samples.median());
        }
    }

    /** For each work the curves by contestant, ours first. */
    Map<Work, Map<String, Curve>> all() {
        return all;
    }

    Results results() {
        return results;
    }
}
