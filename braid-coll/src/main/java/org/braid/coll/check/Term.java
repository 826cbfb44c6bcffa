package org.braid.coll.check;

import java.util.Arrays;

/**
 * A symbolic value: element {@code element} of the operands of {@code ranks}, combined in that order. A single rank is a value as it
 * came from that rank's memory. How they were put into brackets is its {@code association}: a number that two terms share by chance alone, if their brackets differ.
 */
record Term(int element, int[] ranks, long association) {
    private static final long LEFT = 0x9E3779B97F4A7C15L;
    private static final long RIGHT = 0xC2B2AE3D27D4EB4FL;

    /** Of whom a length is. */
    private static final int NOBODY = -1;

    /** How long a block is: a value that came from nobody's memory. */
    static Term length(int elements) {
        return of(NOBODY, elements);
    }

    boolean isLength() {
        return ranks[0] == NOBODY;
    }

    static Term of(int rank, int element) {
        return new Term(element, new int[] {rank}, mixed(rank + 1L));
    }

    /** Whether this came from that rank's memory as it is. */
    boolean isOf(int rank, int wanted) {
        return element == wanted && ranks.length == 1 && ranks[0] == rank;
    }

    /** The association of (left ∘ right). */
    private static long bracketed(long left, long right) {
        return mixed(left * LEFT + Long.rotateLeft(right, 32) * RIGHT);
    }

    private static long mixed(long value) {
        long once = (value ^ value >>> 32) * LEFT;
        return once ^ once >>> 29;
    }

    /**
     * The association of a reproducible reduction of consecutive ranks: the first 2^k of them, 2^k the largest power of two below their number, with the others, and each of the two likewise. Stated here anew, apart from the schedules.
     *
     * @param ranks how many, at least one
     */
    static long canonical(int first, int ranks) {
        if (ranks == 1) {
            return mixed(first + 1L);
        }
        int half = 1;
        while (2 * half < ranks) {
            half *= 2;
        }
        return bracketed(canonical(first, half), canonical(first + half, ranks - half));
    }

    /** left ∘ right, or null if the two belong to different elements of the vector. */
    static @org.jspecify.annotations.Nullable Term combined(Term left, Term right) {
        if (left.element != right.element) {
            return null;
        }
        int[] ranks = Arrays.copyOf(left.ranks, left.ranks.length + right.ranks.length);
        System.arraycopy(right.ranks, 0, ranks, left.ranks.length, right.ranks.length);
        return new Term(left.element, ranks, bracketed(left.association, right.association));
    }

    /** Whether this is element {@code element} of {@code first ∘ … ∘ last}: each rank once, and in order unless order doesn't matter. */
    boolean isCombination(int wanted, int first, int last, boolean anyOrder) {
        if (element != wanted || ranks.length != last - first + 1) {
            return false;
        }
        boolean[] isThere = new boolean[ranks.length];
        for (int at = 0; at < ranks.length; at++) {
            int place = ranks[at] - first;
            if (place < 0 || place >= isThere.length || isThere[place] || !anyOrder && place != at) {
                return false;
            }
            isThere[place] = true;
        }
        return true;
    }

    /** Whether this is element {@code wanted} of the operands of those ranks, each as often as it is named, and in order unless order doesn't matter. */
    boolean isOf(int wanted, int[] senders, boolean anyOrder) {
        int[] expected = senders.clone();
        int[] order = ranks.clone();
        if (anyOrder) {
            Arrays.sort(expected);
            Arrays.sort(order);
        }
        return element == wanted && Arrays.equals(expected, order);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Term(int otherElement, int[] otherRanks, long any) && element == otherElement && Arrays.equals(ranks, otherRanks);
    }

    @Override
    public int hashCode() {
        return 31 * element + Arrays.hashCode(ranks);
    }

    @Override
    public String toString() {
        return "element " + element + " of ranks " + Arrays.toString(ranks);
    }
}
