package org.braid.coll.engine.blocks;

/** Which blocks of a buffer a caller names: how many units each has and at which unit it starts, as int or, where that may be too short, as long. The caller's own arrays, which do not change while its call runs. */
public final class BlockTable {
    private static final int[] NONE = {};
    private static final long[] NONE_LARGE = {};

    private int[] counts = NONE;
    private int[] starts = NONE;
    private long[] largeCounts = NONE_LARGE; // these count where there are any
    private long[] largeStarts = NONE_LARGE;

    /** Takes the caller's arrays. */
    public void set(int[] newCounts, int[] newStarts) {
        counts = newCounts;
        starts = newStarts;
    }

    /** As {@link #set(int[], int[])}, of counts and starts that an int may be too short for. */
    public void set(long[] newCounts, long[] newStarts) {
        largeCounts = newCounts;
        largeStarts = newStarts;
    }

    /** Lets go of the caller's arrays. */
    void clear() {
        counts = NONE;
        starts = NONE;
        largeCounts = NONE_LARGE;
        largeStarts = NONE_LARGE;
    }

    /** At which unit a block starts. */
    long start(int block) {
        return largeStarts.length > 0 ? largeStarts[block] : starts[block];
    }

    /** How many units a block has. */
    long count(int block) {
        return largeCounts.length > 0 ? largeCounts[block] : counts[block];
    }

    /** Units of all blocks together. */
    long total() {
        long sum = 0;
        for (int count : counts) {
            sum += count;
        }
        for (long count : largeCounts) {
            sum += count;
        }
        return sum;
    }

    /** Of the lengths of all blocks, in order: two tables with the same total have different ones, but for one of some hundreds. */
    int hash(int bytesPerUnit) {
        long hash = 0;
        for (int count : counts) {
            hash = 31 * hash + (long) count * bytesPerUnit;
        }
        for (long count : largeCounts) {
            hash = 31 * hash + count * bytesPerUnit;
        }
        return (int) (hash ^ hash >>> 32) & Integer.MAX_VALUE;
    }
}
