package org.braid.mpi.data;

import java.lang.foreign.MemorySegment;
import org.braid.base.memory.Memory;
import org.braid.base.memory.spi.Scattered;

/**
 * Pieces of user memory that are one stream, one after the other, each where it lies: arrays of one message, or the blocks of a collective call.
 *
 * <pre>
 *   stream    | piece 0 | piece 1        | piece 2 | …          piece i from starts[i] to before starts[i + 1]; it begins at byte at[i] of its memory
 * </pre>
 */
public final class Pieces extends Scattered {
    private final Object[] pieces;
    private final long[] at;
    private final long[] starts;

    /** Of whole arrays. */
    public Pieces(Object[] pieces, long[] starts) {
        this(pieces, new long[pieces.length], starts);
    }

    /**
     * The arrays are not copied.
     *
     * @param pieces user memory
     * @param at bytes from element 0 of each
     * @param starts one more than there are pieces: where each begins, and the end of the last
     */
    public Pieces(Object[] pieces, long[] at, long[] starts) {
        this.pieces = pieces;
        this.at = at;
        this.starts = starts;
    }

    @Override
    public long bytes() {
        return starts[pieces.length];
    }

    @Override
    public void gather(long position, MemorySegment to, long toAt, int length) {
        move(position, to, toAt, length, true);
    }

    @Override
    public void scatter(MemorySegment from, long fromAt, long position, int length) {
        move(position, from, fromAt, length, false);
    }

    private void move(long position, MemorySegment packed, long packedAt, int length, boolean gathers) {
        int piece = pieceOf(position);
        for (long here = position; here < position + length; here = Math.max(here, starts[++piece])) {
            int bytes = (int) (Math.min(position + length, starts[piece + 1]) - here);
            long within = at[piece] + here - starts[piece];
            if (gathers) {
                Memory.copyIn(pieces[piece], within, packed, packedAt + here - position, bytes);
            } else {
                Memory.copyOut(packed, packedAt + here - position, pieces[piece], within, bytes);
            }
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
}
