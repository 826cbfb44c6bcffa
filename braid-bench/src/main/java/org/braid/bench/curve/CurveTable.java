package org.braid.bench.curve;

import static org.braid.bench.figure.Columns.number;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import org.braid.bench.figure.Columns;
import org.braid.bench.figure.Results;
import org.braid.bench.figure.Samples;
import org.braid.bench.figure.Series;

/** Curves as text: for each work a table of its bins, with the ratios of ours, and until when everybody is young. */
public final class CurveTable {
    private CurveTable() {}

    /** The tables of all curves, each line with its end. */
    public static String of(Curves curves) {
        StringBuilder text = new StringBuilder();
        curves.all().forEach((work, contestants) -> {
            text.append(work.name()).append(", ").append(work.bytes()).append(" bytes: microseconds in each bin after Init, medians of the rounds\n");
            text.append(table(curves.results(), contestants)).append(youth(contestants)).append('\n');
        });
        return text.toString();
    }

    private static String table(Results results, Map<String, Curve> contestants) {
        List<String> head = new ArrayList<>(List.of("until"));
        head.addAll(contestants.keySet());
        head.addAll(List.of("ratio to peers", "new/old"));
        Columns columns = new Columns(head.toArray(String[]::new));
        List<Curve> all = List.copyOf(contestants.values());
        Curve ours = all.getFirst();
        for (int bin = 0; bin < ours.bins(); bin++) {
            List<String> row = new ArrayList<>(List.of(seconds(ours.endMs(bin))));
            for (Curve curve : all) {
                row.add(bin < curve.bins() ? number(curve.us(bin)) : "-");
            }
            Series series = ours.series(bin);
            row.add(orNone(results.ratioToBestPeer(series)));
            row.add(orNone(median(results.ratiosToOther(series))));
            columns.add(row.toArray(String[]::new));
        }
        return columns.text();
    }

    private static String youth(Map<String, Curve> contestants) {
        StringBuilder text = new StringBuilder();
        contestants.forEach((name, curve) -> {
            Youth youth = Youth.of(curve);
            text.append(name).append(": within 1.5 of its ").append(number(youth.steadyUs())).append(" us from ").append(seconds(youth.endMs())).append(" on\n");
        });
        return text.toString();
    }

    private static OptionalDouble median(Samples samples) {
        return samples.count() == 0 ? OptionalDouble.empty() : OptionalDouble.of(samples.median());
    }

    private static String orNone(OptionalDouble ratio) {
        return ratio.isPresent() ? number(ratio.getAsDouble()) : "-";
    }

    private static String seconds(int ms) {
        return String.format(Locale.ROOT, "%.2f s", ms / 1e3);
    }
}
