package org.braid.coll.schedule;

import java.util.HashMap;
import java.util.Map;

/** Makes {@link Rows} row by row; an entry that stands in the newest row already is not added again, which one look tells. Rows that are like others may be {@linkplain #skip skipped}: they count, and can be named, but are not there. */
final class RowsBuilder {
    private final IntList starts = new IntList();
    private final IntList entries = new IntList();
    private final IntList rowsOfComplete = new IntList(); // for each step in which row p was added last
    private final IntList rowsOfStarted = new IntList(); // likewise ~p
    private final Map<Integer, Integer> rowsOfSkipped = new HashMap<>(); // likewise, by entry, of rows that are not there
    private final IntList skips = new IntList(); // of each skip the number of the first row behind it,
    private final IntList skipped = new IntList(); // and how many have been skipped up to there

    /** Begins the next row; its number. */
    int begin() {
        starts.add(entries.size());
        rowsOfComplete.add(-1);
        rowsOfStarted.add(-1);
        return rows() - 1;
    }

    /** How many rows have been begun, or skipped. */
    int rows() {
        return starts.size() + skippedBefore(skips.size());
    }

    /** The next row has a number that is so much higher. */
    void skip(int count) {
        skips.add(Math.addExact(rows(), count));
        skipped.add(skippedBefore(skips.size() - 1) + count);
    }

    private int skippedBefore(int skip) {
        return skip == 0 ? 0 : skipped.get(skip - 1);
    }

    /** How many skips that row is behind. */
    private int skipsBefore(int row) {
        int low = 0;
        int high = skips.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (skips.get(middle) <= row) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private boolean isSkipped(int row) {
        int skip = skipsBefore(row);
        return skip < skips.size() && row >= skips.get(skip) - (skipped.get(skip) - skippedBefore(skip));
    }

    /** Where that row, which is not skipped, is among those that are there. */
    int place(int row) {
        return row - skippedBefore(skipsBefore(row));
    }

    int first(int row) {
        return starts.get(place(row));
    }

    int entries() {
        return entries.size();
    }

    int entry(int at) {
        return entries.get(at);
    }

    /** Whether the newest row has the entry. */
    boolean contains(int entry) {
        int row = Rows.step(entry);
        return (isSkipped(row) ? rowsOfSkipped.getOrDefault(entry, -1) : marks(entry).get(place(row))) == starts.size() - 1;
    }

    /** Adds an entry to the newest row, unless it is there. */
    void add(int entry) {
        if (contains(entry)) {
            return;
        }
        int row = Rows.step(entry);
        if (isSkipped(row)) {
            rowsOfSkipped.put(entry, starts.size() - 1);
        } else {
            marks(entry).set(place(row), starts.size() - 1);
        }
        entries.add(entry);
    }

    private IntList marks(int entry) {
        return entry < 0 ? rowsOfStarted : rowsOfComplete;
    }

    /** All rows; none may be begun after that. */
    Rows build() {
        starts.add(entries.size());
        return new Rows(starts.toArray(), entries.toArray());
    }
}
