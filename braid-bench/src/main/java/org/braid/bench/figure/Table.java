package org.braid.bench.figure;

import static org.braid.bench.figure.Columns.number;

import java.util.Map;
import java.util.OptionalDouble;

/** Results as aligned text: one row a series, median, spread, and the ratio to the best peer. */
public final class Table {
    private Table() {}

    /** The whole table, each line with its end. */
    public static String of(Results results) {
        Columns columns = new Columns("operation", "bytes", "who", "buffer", "median", "min..max", "unit", "runs", "ratio");
        for (Map.Entry<Series, Samples> entry : results.all().entrySet()) {
            add(columns, results, entry.getKey(), entry.getValue());
        }
        return columns.text();
    }

    private static void add(Columns columns, Results results, Series series, Samples samples) {
        columns.add(
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
}
