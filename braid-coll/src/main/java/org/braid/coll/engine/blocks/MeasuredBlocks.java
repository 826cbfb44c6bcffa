package org.braid.coll.engine.blocks;

import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.coll.schedule.Schedule;

/** Where the blocks of a buffer are whose lengths a message has said: one behind the other, those that travel together; the others have a length, but no room. Used again and again. */
public final class MeasuredBlocks {
    private long[] ends = {0}; // where each would end if all had room, and before the first of them 0
    private long[] starts = {0}; // likewise, as they are

    /**
     * Takes what was said, which may come from anywhere.
     *
     * @param lengths the memory of a buffer of lengths
     * @return how many bytes they need together
     * @throws BraidException {@code BRD-1505} if a length is less than none, or all together are too long for one piece of memory
     */
    public long take(Schedule schedule, byte[] lengths, int first, int blocks) {
        if (ends.length <= blocks) {
            ends = new long[blocks + 1];
            starts = new long[blocks + 1];
        }
        for (int block = 0; block < blocks; block++) {
            long length = Lengths.get(lengths, first + block);
            ends[block + 1] = ends[block] + length;
            starts[block + 1] = starts[block] + schedule.together(length);
            if (length < 0 || ends[block + 1] < ends[block] || starts[block + 1] > Integer.MAX_VALUE) {
                throw refused(length, blocks);
            }
        }
        return starts[blocks];
    }

    private static BraidException refused(long length, int blocks) {
        return new BraidException(
                ErrorCode.MPI_TRUNCATED, "a rank that passes on the blocks of " + blocks + " others in a collective call has no room for them", "one is said to be " + length + " bytes, and with those before it that is no length of memory",
                "Have shorter blocks travel together, for example gatherv=multilevel(together=1KiB) in BRAID_COLL");
    }

    /** Where a block begins, in bytes; that of the number of blocks is the end of all. */
    long start(int block) {
        return starts[block];
    }

    /** How long the blocks {@code [from, to)} are together, with room or without. */
    long lengthBytes(int from, int to) {
        return ends[to] - ends[from];
    }
}
