package org.braid.coll.algorithm.tree;

/**
 * One of the two binary trees of Sanders, Speck and Träff (2009) over the positions 0 … size-1, whose root is 0 in both. Whoever has children in one has none in the other (but for one position of an even number), so that each moves
 * half a vector up or down in each tree and all links carry as much.
 *
 * <p>The first tree is drawn in order: position p hangs on the next one whose lowest bit is twice as high. The second one is the same, mirrored, or shifted by one where mirroring would leave the leaves where they are.
 *
 * @param size positions, at least 1
 */
public record DoubleTree(int size, boolean isSecond) {
    /** In place of a position: there is none. */
    public static final int NOBODY = -1;

    /** Where a position stands in the first tree's drawing; and the other way round, if it is mirrored. */
    private int drawn(int position) {
        if (position == 0 || !isSecond) {
            return position;
        }
        return size % 2 == 1 ? size - position : position % (size - 1) + 1;
    }

    private int position(int drawn) {
        if (drawn <= 0 || !isSecond) {
            return drawn;
        }
        return size % 2 == 1 ? size - drawn : drawn == 1 ? size - 1 : drawn - 1;
    }

    /** Whom a position hangs on; {@link #NOBODY} of 0. */
    public int parent(int position) {
        int drawn = drawn(position);
        if (drawn == 0) {
            return NOBODY;
        }
        int bit = Integer.lowestOneBit(drawn);
        int up = drawn ^ bit | bit << 1;
        return position(up < size ? up : drawn ^ bit);
    }

    /** Its child on the left; {@link #NOBODY} if it has none. */
    public int left(int position) {
        int drawn = drawn(position);
        int half = drawn == 0 ? 0 : Integer.lowestOneBit(drawn) / 2;
        return half == 0 ? NOBODY : position(drawn - half);
    }

    /** Its child on the right, the only one of 0; {@link #NOBODY} if it has none. */
    public int right(int position) {
        int drawn = drawn(position);
        int half = drawn == 0 ? Integer.highestOneBit(Math.max(1, size - 1)) : Integer.lowestOneBit(drawn) / 2;
        while (half > 0 && drawn + half >= size) {
            half /= 2;
        }
        return half == 0 ? NOBODY : position(drawn + half);
    }
}
