package org.braid.coll.algorithm.locality;

import org.braid.coll.algorithm.tree.BineTree;

/**
 * Bine's butterfly (De Sensi and others 2025, "Bine trees: enhancing collective operations by optimizing communication locality"): partners of 2^k ranks are at distances that are sums of powers of -2, as in Swing, and what a rank has grows to the one side and to the other
 * in turn, so that it is always of ranks that follow each other, counted round.
 *
 * <pre>
 *   8 ranks, those that rank 0 has the blocks of    | 0 1 |             with 1, one to the right
 *                                               | 6 7 0 1 |             with 7, one to the left
 *                                               | 6 7 0 1 2 3 4 5 |     with 3, three to the right
 * </pre>
 */
record Butterfly(int size) {
    /** With whom a rank exchanges in a round. */
    int partner(int rank, int round) {
        return Math.floorMod(BineTree.partner(rank, round), size);
    }

    /** The first of the 2^round ranks whose blocks a rank has before a round. */
    int first(int rank, int round) {
        return Math.floorMod(BineTree.first(rank, round), size);
    }
}
