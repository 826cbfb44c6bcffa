package org.braid.bench.duel;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.braid.bench.figure.Columns;
import org.braid.bench.figure.CoreState;

/** The gate as people read it: rows by state, and what they are worth. */
final class GateTable {
    private final Columns columns = new Columns("row", "level", "cores", "rounds", "pairs", "new", "old", "unit", "new/old", "95 %", "verdict");
    private final List<String> notes = new ArrayList<>();

    void add(Row row, String level, Comparison comparison) {
        List<Comparison.Line> lines = comparison.lines();
        boolean hasStates = lines.size() > 1;
        for (Comparison.Line line : lines) {
            boolean isAll = line.state() == CoreState.ANY;
            boolean hasFigure = !isAll || lines.size() <= 2;
            columns.add(
                    row.name(), level, isAll ? hasStates ? "all" : "-" : line.state().word(), Integer.toString(line.rounds()), Integer.toString(line.pairs()),
                    hasFigure ? Columns.number(line.oursNs() / row.nsPerUnit()) : "-", hasFigure ? Columns.number(line.otherNs() / row.nsPerUnit()) : "-", row.unit(),
                    ratio(line.ratio().middle()), interval(line.ratio()), line.ruling().word());
        }
        String name = (row.name() + " " + level).strip();
        if (comparison.mixed() > 0) {
            notes.add(name + ": " + comparison.mixed() + " pairs do not count, for the cores moved meanwhile");
        }
        if (comparison.restless() > 0) {
            notes.add(name + ": in " + comparison.restless() + " rounds a figure had not stood still before it was measured");
        }
    }

    String text() {
        return columns.text() + String.join("", notes.stream().map(note -> note + "\n").toList());
    }

    /** What a single round says: the ratio in each state. */
    static String brief(Comparison comparison) {
        List<Comparison.Line> lines = comparison.lines();
        return lines.isEmpty()
                ? "nothing, for the cores moved"
                : lines.stream()
                        .filter(line -> line.state() != CoreState.ANY || lines.size() == 1)
                        .map(line -> (line.state() == CoreState.ANY ? "" : line.state().word() + " ") + ratio(line.ratio().middle()) + " of " + line.pairs() + " pairs")
                        .collect(Collectors.joining(", "));
    }

    private static String interval(Interval interval) {
        return Double.isInfinite(interval.high()) ? "-" : ratio(interval.low()) + ".." + ratio(interval.high());
    }

    private static String ratio(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }
}
