package org.braid.cli.sim;

import java.util.ArrayList;
import java.util.List;

/** Rows of words as columns: the first to the left, all others to the right. */
final class Rows {
    private final List<String[]> rows = new ArrayList<>();

    void add(String... cells) {
        rows.add(cells);
    }

    @Override
    public String toString() {
        List<Integer> widths = new ArrayList<>();
        for (String[] row : rows) {
            for (int i = 0; i < row.length; i++) {
                if (i == widths.size()) {
                    widths.add(0);
                }
                widths.set(i, Math.max(widths.get(i), row[i].length()));
            }
        }
        StringBuilder text = new StringBuilder();
        for (String[] row : rows) {
            StringBuilder line = new StringBuilder(" ");
            for (int i = 0; i < row.length; i++) {
                String gap = " ".repeat(widths.get(i) - row[i].length());
                line.append(i == 0 ? " " + row[i] + gap : "  " + gap + row[i]);
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }
}
