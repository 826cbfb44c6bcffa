package org.braid.bench.figure;

import static org.braid.bench.figure.Columns.number;

import java.util.EnumSet;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * Results as aligned text: a row for each series, with median, spread, and the ratio to the best peer. Where its rounds met the cores in several states each of them has a row, since a median
 * of near and far ones is no figure. Runs whose figure had not stood still are counted as young.
 */
public final class Table {
    private Table() {}

    /** The whole table, each line with its end. */
    public static String of(Results results) {
        Columns columns = new Columns("operation", "bytes", "who", "buffer", "median", "min..max", "unit", "runs", "cores", "ratio");
        for (Map.Entry<Series, Samples> entry : results.all().entrySet()) {
            for (CoreState state : EnumSet.copyOf(entry.getValue().cores())) {
                add(columns, results, entry.getKey(), entry.getValue().in(state), state);
            }
        }
        return columns.text();
    }

    private static void add(Columns columns, Results results, Series series, Samples samples, CoreState state) {
        columns.add(
                series.operation(), Long.toString(series.bytes()), series.contestant(), series.variant(), number(samples.median()),
                number(samples.min()) + ".." + number(samples.max()), series.unit(), runs(samples), state == CoreState.ANY ? "-" : state.word(), ratio(results, series, state));
    }

    private static String runs(Samples samples) {
        return samples.count() + (samples.young() == 0 ? "" : " (" + samples.young() + " young)");
    }

    private static String ratio(Results results, Series series, CoreState state) {
        OptionalDouble again = results.againOverFresh(series);
        if (again.isPresent()) {
            return number(again.getAsDouble()) + " of fresh";
        }
        OptionalDouble ratio = results.ratioToBestPeer(series, Set.of(state));
        return ratio.isPresent() ? number(ratio.getAsDouble()) : "-";
    }
}
