package org.braid.coll.schedule;

/**
 * A sparse matrix of step numbers in compressed rows: the entries of row i are {@code entries[starts[i]] … entries[starts[i+1]-1]}.
 * An entry is a step number p or its complement ~p, the mark of an order of starts.
 */
record Rows(int[] starts, int[] entries) {
    static final Rows NONE = new Rows(new int[1], new int[0]);

    int rows() {
        return starts.length - 1;
    }

    int first(int row) {
        return starts[row];
    }

    int entry(int at) {
        return entries[at];
    }

    /** The same relation seen from the other side; marks stay. */
    Rows inverted() {
        int[] begin = new int[starts.length];
        for (int entry : entries) {
            begin[step(entry) + 1]++;
        }
        for (int row = 0; row < rows(); row++) {
            begin[row + 1] += begin[row];
        }
        return new Rows(begin, scattered(begin.clone()));
    }

    private int[] scattered(int[] next) {
        int[] inverse = new int[entries.length];
        for (int row = 0; row < rows(); row++) {
            for (int at = starts[row]; at < starts[row + 1]; at++) {
                inverse[next[step(entries[at])]++] = entries[at] < 0 ? ~row : row;
            }
        }
        return inverse;
    }

    /** For each row of at most 64 the set of its unmarked entries. */
    long[] masks() {
        long[] masks = new long[rows()];
        for (int row = 0; row < masks.length; row++) {
            for (int at = starts[row]; at < starts[row + 1]; at++) {
                masks[row] |= entries[at] < 0 ? 0 : 1L << entries[at];
            }
        }
        return masks;
    }

    static int step(int entry) {
        return entry < 0 ? ~entry : entry;
    }
}
