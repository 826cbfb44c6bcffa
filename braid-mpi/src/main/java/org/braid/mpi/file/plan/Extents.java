package org.braid.mpi.file.plan;

import org.braid.mpi.file.view.Range;

/** What batches of several ranks cover together: ranges that neither touch nor overlap, upwards. */
public final class Extents {
    private long[] starts = new long[0];
    private long[] ends = new long[0];
    private int count;

    /** Nothing yet. */
    public Extents() {}

    /** The union with one more batch. */
    public void add(Batch more) {
        long[] oldStarts = starts;
        long[] oldEnds = ends;
        int old = count;
        starts = new long[old + more.count()];
        ends = new long[starts.length];
        count = 0;
        for (int i = 0, k = 0; i < old || k < more.count();) {
            if (k == more.count() || i < old && oldStarts[i] <= more.offset(k)) {
                append(oldStarts[i], oldEnds[i++]);
            } else {
                append(more.offset(k), more.offset(k) + more.bytes(k++));
            }
        }
    }

    private void append(long start, long end) {
        if (count > 0 && start <= ends[count - 1]) {
            ends[count - 1] = Math.max(ends[count - 1], end);
        } else {
            starts[count] = start;
            ends[count++] = end;
        }
    }

    /** Number of ranges. */
    public int count() {
        return count;
    }

    /** Range {@code i}. */
    public Range range(int i) {
        return new Range(starts[i], ends[i]);
    }
}
