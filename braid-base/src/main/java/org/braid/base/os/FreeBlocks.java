package org.braid.base.os;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Freed blocks, a stack of locations for each size class. Guarded by the arena's lock.
 *
 * <p>A location is one long, never negative: | segment: 16 bits | offset: 47 bits |.
 */
final class FreeBlocks {
    private static final int OFFSET_BITS = 47;

    private final @Nullable Stack[] classes = new @Nullable Stack[BlockSize.CLASSES];

    static long location(int segmentId, long offset) {
        return ((long) segmentId << OFFSET_BITS) | offset;
    }

    static int segmentOf(long location) {
        return (int) (location >>> OFFSET_BITS);
    }

    static long offsetOf(long location) {
        return location & ((1L << OFFSET_BITS) - 1);
    }

    void put(long location, long size) {
        int index = BlockSize.classOf(size);
        Stack stack = classes[index];
        if (stack == null) {
            stack = new Stack();
            classes[index] = stack;
        }
        stack.push(location);
    }

    /** A free block of exactly this size, or -1. */
    long take(long size) {
        return take(BlockSize.classOf(size));
    }

    /** The smallest free block above this size, or -1. Its rest is unused until it is freed, and then of the smaller class. */
    long takeLarger(long size) {
        for (int index = BlockSize.classOf(size) + 1; index < classes.length; index++) {
            long location = take(index);
            if (location >= 0) {
                return location;
            }
        }
        return -1;
    }

    private long take(int index) {
        Stack stack = classes[index];
        return stack == null ? -1 : stack.pop();
    }

    private static final class Stack {
        private long[] locations = new long[8];
        private int count;

        void push(long location) {
            if (count == locations.length) {
                locations = Arrays.copyOf(locations, 2 * count);
            }
            locations[count++] = location;
        }

        long pop() {
            return count == 0 ? -1 : locations[--count];
        }
    }
}
