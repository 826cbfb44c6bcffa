package org.braid.coll.topology;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A set of ranks, as rows of intervals that are as long as each other and equally far apart. However many ranks there are, those of a cluster take a few words where they are placed in blocks, and where hosts take turns, a rank or several at a time. Unchanging.
 *
 * <pre>
 *   0 1         6 7         12 13       20 21 22         two rows: from 0 three intervals of 2, 6 apart, and from 20 one of 3
 *
 *   a row:  first rank | ranks of an interval | from one interval to the next | intervals in the rows before | ranks in the rows before
 * </pre>
 */
public final class RankSet {
    private static final int BEGIN = 0;
    private static final int LENGTH = 1;
    private static final int PERIOD = 2;
    private static final int INTERVALS_BEFORE = 3;
    private static final int RANKS_BEFORE = 4;
    private static final int ROW = 5;

    private final int[] rows; // ascending: each above all ranks of those before
    private final int intervals;
    private final int size;

    private RankSet(int[] rows, int intervals, int size) {
        this.rows = rows;
        this.intervals = intervals;
        this.size = size;
    }

    /** The ranks from {@code first} to before {@code end}. */
    public static RankSet interval(int first, int end) {
        return new RankSet(new int[] {first, end - first, end - first, 0, 0}, 1, end - first);
    }

    /**
     * Of rows, which ascend.
     *
     * @param rows of each its first rank, how long its intervals are, how far apart, and how many
     */
    static RankSet ofRows(List<int[]> rows) {
        int[] all = new int[ROW * rows.size()];
        int intervals = 0;
        int ranks = 0;
        for (int at = 0; at < all.length; at += ROW) {
            int[] row = rows.get(at / ROW);
            System.arraycopy(row, 0, all, at, INTERVALS_BEFORE);
            all[at + INTERVALS_BEFORE] = intervals;
            all[at + RANKS_BEFORE] = ranks;
            intervals += row[INTERVALS_BEFORE];
            ranks += row[INTERVALS_BEFORE] * row[LENGTH];
        }
        return new RankSet(all, intervals, ranks);
    }

    /** @param ranks ascending, each once, at least one */
    static RankSet of(int[] ranks) {
        RankRows rows = new RankRows();
        for (int rank : ranks) {
            rows.add(rank, rank + 1);
        }
        return ofRows(rows.all());
    }

    /** The ranks of all these, which have none in common. */
    public static RankSet union(List<RankSet> parts) {
        List<int[]> intervals = new ArrayList<>();
        for (RankSet part : parts) {
            for (int i = 0; i < part.intervals(); i++) {
                intervals.add(new int[] {part.first(i), part.end(i)});
            }
        }
        intervals.sort(Comparator.comparingInt(interval -> interval[0]));
        RankRows rows = new RankRows();
        for (int[] interval : intervals) {
            rows.add(interval[0], interval[1]);
        }
        return ofRows(rows.all());
    }

    /** So many of them from the one with number {@code first} on, counted round. */
    RankSet round(int first, int count) {
        int behind = Math.max(0, first + count - size);
        RankRows rows = new RankRows();
        addSlice(0, behind, rows);
        addSlice(first, count - behind, rows);
        return ofRows(rows.all());
    }

    /** So many of them from the one with number {@code first} on. */
    private void addSlice(int first, int count, RankRows to) {
        int end = first + count;
        for (int from = first; from < end; ) {
            int rank = at(from);
            int some = Math.min(end - from, endBehind(rank) - rank);
            to.add(rank, rank + some);
            from += some;
        }
    }

    /** All ranks of so many that are none of these; there may be none. */
    public RankSet others(int all) {
        RankRows others = new RankRows();
        int from = 0;
        for (int i = 0; i < intervals; i++) {
            if (from < first(i)) {
                others.add(from, first(i));
            }
            from = end(i);
        }
        if (from < all) {
            others.add(from, all);
        }
        return ofRows(others.all());
    }

    /** All of them, ascending. */
    public int[] ranks() {
        int[] ranks = new int[size];
        for (int at = 0; at < size; ) {
            int rank = at(at);
            for (int end = endBehind(rank); rank < end; rank++) {
                ranks[at++] = rank;
            }
        }
        return ranks;
    }

    /** How many ranks. */
    public int size() {
        return size;
    }

    /** How many of them are from {@code first} on and before {@code end}. */
    public int within(int first, int end) {
        return lowerThan(end) - lowerThan(first);
    }

    private int lowerThan(int rank) {
        int row = last(BEGIN, rank);
        if (row < 0) {
            return 0;
        }
        int behind = rank - rows[row + BEGIN];
        int interval = Math.min(behind / rows[row + PERIOD], intervalsOf(row) - 1);
        int inside = Math.min(behind - interval * rows[row + PERIOD], rows[row + LENGTH]);
        return rows[row + RANKS_BEFORE] + interval * rows[row + LENGTH] + inside;
    }

    /** The least of them. */
    public int lowest() {
        return rows[BEGIN];
    }

    /** How many intervals of consecutive ranks they form, none of which could be longer. */
    public int intervals() {
        return intervals;
    }

    /** In how many rows it keeps them. */
    int rows() {
        return rows.length / ROW;
    }

    /** The first rank of an interval. */
    public int first(int interval) {
        int row = last(INTERVALS_BEFORE, interval);
        return rows[row + BEGIN] + (interval - rows[row + INTERVALS_BEFORE]) * rows[row + PERIOD];
    }

    /** The rank behind the last one of an interval. */
    public int end(int interval) {
        int row = last(INTERVALS_BEFORE, interval);
        return rows[row + BEGIN] + (interval - rows[row + INTERVALS_BEFORE]) * rows[row + PERIOD] + rows[row + LENGTH];
    }

    boolean contains(int rank) {
        int row = last(BEGIN, rank);
        if (row < 0) {
            return false;
        }
        int behind = rank - rows[row + BEGIN];
        return behind / rows[row + PERIOD] < intervalsOf(row) && behind % rows[row + PERIOD] < rows[row + LENGTH];
    }

    /** How many of them are lower than {@code rank}, which is one of them. */
    public int indexOf(int rank) {
        int row = last(BEGIN, rank);
        int behind = rank - rows[row + BEGIN];
        return rows[row + RANKS_BEFORE] + behind / rows[row + PERIOD] * rows[row + LENGTH] + behind % rows[row + PERIOD];
    }

    /** The one that {@code index} others are lower than. */
    public int at(int index) {
        int row = last(RANKS_BEFORE, index);
        int inside = index - rows[row + RANKS_BEFORE];
        return rows[row + BEGIN] + inside / rows[row + LENGTH] * rows[row + PERIOD] + inside % rows[row + LENGTH];
    }

    /** The end of the interval that one of them is in. */
    private int endBehind(int rank) {
        int row = last(BEGIN, rank);
        int behind = rank - rows[row + BEGIN];
        return rank - behind % rows[row + PERIOD] + rows[row + LENGTH];
    }

    private int intervalsOf(int row) {
        int end = row + ROW == rows.length ? intervals : rows[row + ROW + INTERVALS_BEFORE];
        return end - rows[row + INTERVALS_BEFORE];
    }

    /** Where the last row begins of which that word is no larger; before the first one if there is none. */
    private int last(int word, int most) {
        int low = -1;
        for (int high = rows.length / ROW; high - low > 1; ) {
            int middle = (low + high) >>> 1;
            if (rows[ROW * middle + word] <= most) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return ROW * low;
    }

    /** As people write it: {@code 0-3,8}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < intervals; i++) {
            text.append(text.isEmpty() ? "" : ",").append(first(i)).append(end(i) == first(i) + 1 ? "" : "-" + (end(i) - 1));
        }
        return text.toString();
    }
}
