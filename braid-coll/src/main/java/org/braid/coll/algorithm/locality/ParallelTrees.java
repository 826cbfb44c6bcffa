package org.braid.coll.algorithm.locality;

/**
 * The rounds of PAT, parallel aggregated trees (Jeaugey 2025, "PAT: a new algorithm for all-gather and reduce-scatter operations at scale"). Each block goes along a binomial tree of its own, in which a rank that is d to the right of where the block begins hangs on
 * the one that is d minus its lowest bit to the right. In a round all ranks do one edge of several of these trees at once:
 *
 * <pre>
 *   P = 16, at most 4 blocks together, so that trees go together whose ranks are multiples of 4 to the right of each other
 *
 *   together   d = 8            8 ranks to the right      few blocks, far
 *              d = 4, 12        4
 *   in turn    d = 2, 6, 10, 14   2                       as many as may go together, near, depth first: so few of them are on their way at once
 *              d = 3, 7, 11, 15   1
 *              d = 1, 5, 9, 13    1
 * </pre>
 *
 * <p>A reduction goes the same way back.
 */
final class ParallelTrees {
    /** Blocks that go together where nothing is said: up to 32 ranks the rounds are as few as can be. */
    static final int USUAL_BLOCKS = 16;

    private final int size;
    private final int stride; // between the trees of a round

    /** What is done in each round, in the order of an allgather, or backwards. */
    interface Round {
        /** The first {@code count} of the blocks that have travelled {@code first}, {@code first + stride}, … ranks when they come, go over {@code distance} ranks, in the order of these numbers. */
        void pass(int distance, int first, int stride, int count);
    }

    /** @param most how many blocks go together at most, from 1 on; there never are more than half of all */
    ParallelTrees(int size, int most) {
        this.size = size;
        int between = 2;
        while (Math.ceilDiv(size, between) > most) {
            between *= 2;
        }
        this.stride = between;
    }

    /** From where a block begins to all ranks. */
    void spread(Round round) {
        for (int distance = Integer.highestOneBit(size - 1); distance >= stride; distance /= 2) {
            together(round, distance);
        }
        below(round, 0, stride);
    }

    /** From all ranks to where a block belongs. */
    void collect(Round round) {
        above(round, 0, stride);
        for (int distance = stride; distance < size; distance *= 2) {
            together(round, distance);
        }
    }

    private void together(Round round, int distance) {
        round.pass(distance, distance, 2 * distance, Math.ceilDiv(size - distance, 2 * distance));
    }

    private void below(Round round, int node, int width) {
        for (int distance = width / 2; distance > 0; distance /= 2) {
            inTurn(round, distance, node + distance);
            below(round, node + distance, distance);
        }
    }

    private void above(Round round, int node, int width) {
        for (int distance = 1; distance < width; distance *= 2) {
            above(round, node + distance, distance);
            inTurn(round, distance, node + distance);
        }
    }

    private void inTurn(Round round, int distance, int first) {
        if (first < size) {
            round.pass(distance, first, stride, Math.ceilDiv(size - first, stride));
        }
    }

    /** How many ranks lie between those whose trees go together. */
    int stride() {
        return stride;
    }

    /** How many blocks go together at most. */
    int width() {
        return Math.ceilDiv(size, stride);
    }
}
