package org.braid.coll.schedule;

/** Makes {@link Rows} row by row; an entry that stands in the newest row already is not added again, which one look tells. */
final class RowsBuilder {
    private final IntList starts = new IntList();
    private final IntList entries = new IntList();
    private final IntList rowsOfComplete = new IntList(); // for each step in which row p was added last
    private final IntList rowsOfStarted = new IntList(); // likewise ~p

    /** Begins the next row; its number. */
    int begin() {
        starts.add(entries.size());
        rowsOfComplete.add(-1);
        rowsOfStarted.add(-1);
        return starts.size() - 1;
    }

    /** How many rows have been begun. */
    int rows() {
        return starts.size();
    }

    /** Whether the newest row has the entry. */
    boolean contains(int entry) {
        return marks(entry).get(Rows.step(entry)) == starts.size() - 1;
    }

    /** Adds an entry to the newest row, unless it is there. */
    void add(int entry) {
        if (!contains(entry)) {
            marks(entry).set(Rows.step(entry), starts.size() - 1);
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
