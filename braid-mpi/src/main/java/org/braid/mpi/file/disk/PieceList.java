package org.braid.mpi.file.disk;

import java.util.Arrays;
import org.braid.mpi.file.view.Pieces;

/** Pieces of a file that are read in one call. Bounded. */
final class PieceList {
    private static final int MOST = 1 << 14;

    private long[] offsets = new long[16];
    private long[] lengths = new long[16];
    private int count;

    /** Takes pieces as long as they lie near together. */
    void collect(Pieces from, int mostBytes, int mostGapBytes) {
        count = 0;
        long start = from.nextOffset();
        while (from.hasNext() && count < MOST && from.nextOffset() - start < mostBytes && (count == 0 || from.nextOffset() - end() <= mostGapBytes)) {
            from.take(mostBytes - (from.nextOffset() - start));
            grow();
            offsets[count] = from.offset();
            lengths[count++] = from.bytes();
        }
    }

    private void grow() {
        if (count == offsets.length) {
            offsets = Arrays.copyOf(offsets, 2 * count);
            lengths = Arrays.copyOf(lengths, 2 * count);
        }
    }

    private long end() {
        return offsets[count - 1] + lengths[count - 1];
    }

    int count() {
        return count;
    }

    long start() {
        return offsets[0];
    }

    long spanBytes() {
        return end() - offsets[0];
    }

    long offset(int i) {
        return offsets[i];
    }

    long bytes(int i) {
        return lengths[i];
    }
}
