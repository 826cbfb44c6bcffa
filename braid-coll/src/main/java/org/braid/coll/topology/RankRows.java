package org.braid.coll.topology;

import java.util.ArrayList;
import java.util.List;

/** Takes intervals of ranks as they ascend, joins those that touch, and makes rows of those that repeat. */
final class RankRows {
    private static final int BEGIN = 0;
    private static final int LENGTH = 1;
    private static final int PERIOD = 2;
    private static final int TIMES = 3;

    private final List<int[]> rows = new ArrayList<>();
    private int first;
    private int end; // of the interval that is in no row yet; where it begins, if there is none

    /** The ranks from {@code from} to before {@code behind}, none of them below one that has been added. */
    void add(int from, int behind) {
        if (end == from && end > first) {
            end = behind;
            return;
        }
        put();
        first = from;
        end = behind;
    }

    /** What {@link RankSet#ofRows} takes. */
    List<int[]> all() {
        put();
        return rows;
    }

    private void put() {
        if (end == first) {
            return;
        }
        int length = end - first;
        int[] row = rows.isEmpty() ? new int[] {0, 0, 0, 0} : rows.getLast();
        int period = first - row[BEGIN] - (row[TIMES] - 1) * row[PERIOD];
        if (row[LENGTH] == length && (row[TIMES] == 1 || row[PERIOD] == period)) {
            row[PERIOD] = period;
            row[TIMES]++;
        } else {
            rows.add(new int[] {first, length, length, 1});
        }
        first = end;
    }
}
