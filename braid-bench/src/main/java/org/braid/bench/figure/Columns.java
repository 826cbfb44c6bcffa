package org.braid.bench.figure;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Rows of words as text in which each column begins at the same place. */
public final class Columns {
    private final List<List<String>> rows = new ArrayList<>();

    /** Text that has a first row. */
    public Columns(String... head) {
        rows.add(List.of(head));
    }

    /** One row more, of as many words as the first. */
    public void add(String... words) {
        if (words.length != rows.getFirst().size()) {
            throw new IllegalArgumentException("a row of " + words.length + " words among rows of " + rows.getFirst().size());
        }
        rows.add(List.of(words));
    }

    /** Whether there is nothing but the first row. */
    boolean isEmpty() {
        return rows.size() == 1;
    }

    /** All rows, each with its line's end. */
    public String text() {
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < row.size(); column++) {
                line.append(row.get(column)).repeat(' ', width(column) - row.get(column).length() + 2);
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    private int width(int column) {
        return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
    }

    /** Three digits that say something, and no more. */
    public static String number(double value) {
        int digits = value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 3;
        return String.format(Locale.ROOT, "%." + digits + "f", value);
    }
}
