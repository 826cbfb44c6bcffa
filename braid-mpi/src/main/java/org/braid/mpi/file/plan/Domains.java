package org.braid.mpi.file.plan;

import org.braid.mpi.file.view.Range;

/**
 * The range of a file that a collective access touches, divided among the ranks that read or write it for all (aggregators): equal parts whose borders are multiples of a unit, so that no two ranks write to one page.
 *
 * <pre>
 *   |  start …   domain 0   | domain 1 | domain 2 … end |      borders: multiples of UNIT_BYTES
 * </pre>
 */
public final class Domains {
    /** Borders lie at multiples of this: more than a page of any system, less than what is worth a message. */
    static final long UNIT_BYTES = 1 << 16;

    private final Range all;
    private final int count;
    private final long first;
    private final long lengthBytes;
    private final int ranks;

    /**
     * @param all what is touched, by whomever; not empty
     * @param ranks of the communicator
     * @param mostAggregators how many of them may serve, at least 1
     */
    public Domains(Range all, int ranks, int mostAggregators) {
        this.all = all;
        this.ranks = ranks;
        this.first = all.start() - all.start() % UNIT_BYTES;
        long units = Math.ceilDiv(all.end() - first, UNIT_BYTES);
        int servers = (int) Math.min(Math.min(mostAggregators, ranks), units);
        long unitsEach = Math.ceilDiv(units, servers);
        this.lengthBytes = unitsEach * UNIT_BYTES;
        this.count = (int) Math.ceilDiv(units, unitsEach);
    }

    /** How many there are: at most as many as may serve, fewer if there is less to do. */
    public int count() {
        return count;
    }

    /** The part of domain {@code d} that is touched at all. */
    public Range range(int d) {
        long start = first + d * lengthBytes;
        long end = d == count - 1 ? all.end() : start + lengthBytes; // the last one would reach beyond what a long holds, where a file ends near that
        return new Range(Math.max(all.start(), start), end);
    }

    /** The rank that serves domain {@code d}: spread evenly, no rank serves two. */
    public int rankOf(int d) {
        return (int) ((long) d * ranks / count);
    }

    /** The domain that a rank serves, or -1. */
    public int servedBy(int rank) {
        int d = (int) Math.ceilDiv((long) rank * count, ranks);
        return d < count && rankOf(d) == rank ? d : -1;
    }
}
