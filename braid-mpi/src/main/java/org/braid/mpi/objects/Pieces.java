package org.braid.mpi.objects;

import java.lang.foreign.MemorySegment;
import org.braid.base.memory.Memory;
import org.braid.base.memory.spi.Scattered;

/**
 * Arrays that are sent as one message, one after the other, each from where it lies.
 *
 * <pre>
 *   stream    | piece 0 | piece 1        | piece 2 | …          piece i from starts[i] to before starts[i + 1]
 * </pre>
 */
public final class Pieces extends Scattered {
    private final Object[] pieces;
    private final long[] starts;

    /** @param starts one more than there are pieces: where each begins, and the end of the last */
    Pieces(Object[] pieces, long[] starts) {
        this.pieces = pieces;
        this.starts = starts;
    }

    @Override
    public long bytes() {
        return starts[pieces.length];
    }

    @Override
    public void gather(long position, MemorySegment to, long at, int length) {
        int piece = pieceOf(position);
        long here = position;
        while (here < position + length) {
            int bytes = (int) (Math.min(position + length, starts[piece + 1]) - here);
            Memory.copyIn(pieces[piece], here - starts[piece], to, at + here - position, bytes);
            here += bytes;
            piece++;
        }
    }

    /** The last one that begins there or before: empty ones have no byte. */
    private int pieceOf(long position) {
        int low = 0;
        int high = pieces.length - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (starts[middle] <= position) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    @Override
    public void scatter(MemorySegment from, long at, long position, int length) {
        throw new IllegalStateException("these bytes are only sent");
    }
}
