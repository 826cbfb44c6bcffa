package org.braid.mpi.file.plan;

import java.util.Arrays;
import java.util.Comparator;
import org.braid.mpi.file.view.Range;

/** Whether ranks that access a file together get in each other's way if each goes by itself. */
public final class Interleaving {
    /** Ranks whose pieces are this long in the mean each go by themselves: a call to the system for each costs little beside the data. */
    static final long LONG_PIECE_BYTES = 1 << 18;

    private Interleaving() {}

    /**
     * Whether it pays that some ranks access the file for all: the ranges of two ranks overlap, and the pieces in them are short.
     *
     * @param ranges what each rank touches, from its first to its last byte; empty for those that touch nothing
     * @param shortestPieceBytes the least mean length of a piece that a rank has
     */
    public static boolean paysTogether(Range[] ranges, long shortestPieceBytes) {
        if (shortestPieceBytes >= LONG_PIECE_BYTES) {
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
