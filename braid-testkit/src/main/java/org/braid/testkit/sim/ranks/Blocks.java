package org.braid.testkit.sim.ranks;

import java.util.function.IntUnaryOperator;

/** Blocks of different lengths behind each other, one for each rank. */
final class Blocks {
    private final int[] counts;
    private final int[] starts;

    /** @param count the elements of a rank's block */
    Blocks(int ranks, IntUnaryOperator count) {
        counts = new int[ranks];
        starts = new int[ranks];
        int total = 0;
        for (int rank = 0; rank < ranks; rank++) {
            counts[rank] = count.applyAsInt(rank);
            starts[rank] = total;
            total += counts[rank];
        }
    }

    int[] counts() {
        return counts;
    }

    int[] starts() {
        return starts;
    }

    int start(int rank) {
        return starts[rank];
    }

    int total() {
        return starts[starts.length - 1] + counts[counts.length - 1];
    }

    /** In whose block an element lies. */
    int owner(int element) {
        int rank = 0;
        while (element >= starts[rank] + counts[rank]) {
            rank++;
        }
        return rank;
    }
}
