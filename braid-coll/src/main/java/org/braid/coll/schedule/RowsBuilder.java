package org.braid.coll.schedule;

/** Makes {@link Rows} row by row; an entry that stands in the newest row already is not added again, which one look tells. Rows that are like others may be {@linkplain #skip skipped}: they count, and can be named, but are not there. */
final class RowsBuilder {
    private final IntList starts = new IntList();
    private final IntList entries = new IntList();
    private final IntList rowsOfComplete = new IntList(); // for each step in which row p was added last
    private final IntList rowsOfStarted = new IntList(); // likewise ~p
    private int skipped;
    private int skippedFrom = Integer.MAX_VALUE;

    /** Begins the next row; its number. */
    int begin() {
        starts.add(entries.size());
        addMark();
        return rows() - 1;
    }

    private void addMark() {
        rowsOfComplete.add(-1);
        rowsOfStarted.add(-1);
    }

    /** How many rows have been begun, or skipped. */
    int rows() {
        return starts.size() + skipped;
    }

    /** The next row has a number that is so much higher. Of those in between the last may be named, as many as there are before. */
    void skip(int count) {
        skippedFrom = starts.size();
        skipped = count;
        for (int row = 0; row < skippedFrom; row++) {
            addMark();
        }
    }

    /** Where that row is among those that are there. */
    int place(int row) {
        return row < skippedFrom ? row : row - skipped;
    }

    /** Where its mark is: of rows that are not there behind those of all that were there then. */
    private int mark(int row) {
        return row < skippedFrom ? row : row - skipped + skippedFrom;
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
        return marks(entry).get(mark(Rows.step(entry))) == starts.size() - 1;
    }

    /** Adds an entry to the newest row, unless it is there. */
    void add(int entry) {
        if (!contains(entry)) {
            marks(entry).set(mark(Rows.step(entry)), starts.size() - 1);
            entries.add(entry);
        }
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
