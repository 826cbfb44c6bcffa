package org.braid.mpi.file.plan;

import java.util.Arrays;
import java.util.Comparator;
import org.braid.mpi.file.view.Range;

/** Whether ranks that access a file together get in each other's way if each goes by itself. */
public final class Interleaving {
    /** Ranks of one host whose pieces are as long in the mean go by themselves: from a page on, calls to the system cost less than passing the data on. */
    static final long LONG_ON_ONE_HOST_BYTES = 1 << 12;

    /** Ranks of several hosts: a file system that these share likes long pieces, and no two hosts at one place. */
    static final long LONG_ON_MANY_HOSTS_BYTES = 1 << 18;

    private Interleaving() {}

    /**
     * Whether it pays that some ranks access the file for all: the ranges of two ranks overlap, and the pieces in them are short.
     *
     * @param ranges what each rank touches, from its first to its last byte; empty for those that touch nothing
     * @param shortestPieceBytes the least mean length of a piece that a rank has
     * @param isOnOneHost whether all ranks are
     */
    public static boolean paysTogether(Range[] ranges, long shortestPieceBytes, boolean isOnOneHost) {
        if (shortestPieceBytes >= (isOnOneHost ? LONG_ON_ONE_HOST_BYTES : LONG_ON_MANY_HOSTS_BYTES)) {
            return false;
        }
        Range[] rising = Arrays.stream(ranges).filter(range -> !range.isEmpty()).toArray(Range[]::new);
        Arrays.sort(rising, Comparator.comparingLong(Range::start));
        for (int i = 1; i < rising.length; i++) {
            if (rising[i].start() < rising[i - 1].end()) {
                return true;
            }
        }
        return false;
    }

    /** The range in which all lie. */
    public static Range hull(Range[] ranges) {
        long start = Long.MAX_VALUE;
        long end = 0;
        for (Range range : ranges) {
            if (!range.isEmpty()) {
                start = Math.min(start, range.start());
                end = Math.max(end, range.end());
            }
        }
        return end == 0 ? Range.NOTHING : new Range(start, end);
    }
}
