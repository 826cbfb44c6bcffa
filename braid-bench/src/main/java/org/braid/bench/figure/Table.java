package org.braid.bench.figure;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/** Results as aligned text: one row a series, median, spread, and the ratio to the best peer. */
public final class Table {
    private static final List<String> HEAD = List.of("operation", "bytes", "who", "buffer", "median", "min..max", "unit", "runs", "ratio");

    private Table() {}

    /** The whole table, each line with its end. */
    public static String of(Results results) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(HEAD);
        for (Map.Entry<Series, Samples> entry : results.all().entrySet()) {
            rows.add(row(results, entry.getKey(), entry.getValue()));
        }
        return aligned(rows);
    }

    private static List<String> row(Results results, Series series, Samples samples) {
        return List.of(
                series.operation(), Long.toString(series.bytes()), series.contestant(), series.variant(), number(samples.median()),
                number(samples.min()) + ".." + number(samples.max()), series.unit(), Integer.toString(samples.count()), ratio(results, series));
    }

    private static String ratio(Results results, Series series) {
        OptionalDouble again = results.againOverFresh(series);
        if (again.isPresent()) {
            return number(again.getAsDouble()) + " of fresh";
        }
        OptionalDouble ratio = results.ratioToBestPeer(series);
        return ratio.isPresent() ? number(ratio.getAsDouble()) : "-";
    }

    /** Three digits that say something, and no more. */
    static String number(double value) {
        int digits = value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 3;
        return String.format(Locale.ROOT, "%." + digits + "f", value);
    }

    private static String aligned(List<List<String>> rows) {
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < row.size(); column++) {
                line.append(row.get(column)).repeat(' ', width(rows, column) - row.get(column).length() + 2);
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    private static int width(List<List<String>> rows, int column) {
        return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
    }
}
