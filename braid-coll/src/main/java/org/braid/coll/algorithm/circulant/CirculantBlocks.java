package org.braid.coll.algorithm.circulant;

/**
 * Which block a rank receives in which round of a broadcast on a circulant graph (Träff 2025, "Optimal broadcast schedules in logarithmic time with applications to broadcast, all-broadcast, reduction and all-reduction"; 2312.11236 on arXiv). In round k of
 * each phase of q = ⌈lg P⌉ rounds a rank receives from the one {@link #skip skip(k)} before it and sends to the one as far behind it. Blocks are counted from the first of the phase: negative ones belong to the phase before. Ranks are counted from the root.
 *
 * <p>Rank r's base block is the largest k with skip(k) ≤ r, then of what is left over, until nothing is: so skips lead to it from the root, the largest first, and the smallest of them has brought it its first block. In each phase it receives the base block
 * of this one, and of the phase before all blocks but the base block. Which of them comes in which round is a search in depth first over sums of skips, each taken once: linear in q, since what is taken leaves the list.
 */
final class CirculantBlocks {
    private static final int NONE = -1;

    private final int size;
    private final int rounds;
    private final int[] skips;

    CirculantBlocks(int size) {
        this.size = size;
        this.rounds = size == 1 ? 0 : 32 - Integer.numberOfLeadingZeros(size - 1);
        this.skips = new int[rounds + 1];
        skips[rounds] = size;
        for (int k = rounds; k > 0; k--) {
            skips[k - 1] = (skips[k] + 1) / 2;
        }
    }

    /** q: in so many rounds each rank has one block. */
    int rounds() {
        return rounds;
    }

    /** How far round k reaches. */
    int skip(int k) {
        return skips[k];
    }

    /** The rank that sends to {@code rank} in round k. */
    int source(int rank, int k) {
        return Math.floorMod(rank - skips[k], size);
    }

    /** The rank that {@code rank} sends to in round k. */
    int target(int rank, int k) {
        return (rank + skips[k]) % size;
    }

    /** What a rank receives, by round. */
    int[] received(int rank) {
        int base = base(rank);
        Search search = new Search(size + rank);
        search.unlink(base);
        search.run(0, 2 * size, rounds, 0);
        int[] blocks = search.found;
        for (int k = 0; k < rounds; k++) {
            blocks[k] = blocks[k] == rounds ? base : blocks[k] - rounds;
        }
        return blocks;
    }

    /** What a rank sends, by round: what its target receives. */
    int[] sent(int rank) {
        int[] blocks = new int[rounds];
        for (int k = 0; k < rounds; k++) {
            blocks[k] = received(target(rank, k))[k];
        }
        return blocks;
    }

    /** The base block; q of the root. */
    int base(int rank) {
        int left = rank;
        int k = rounds;
        while (left > 0) {
            k--;
            left -= skips[k] <= left ? skips[k] : 0;
        }
        return k;
    }

    /** For each round the block that the smallest skip on a way to its source has brought; every block once. */
    private final class Search {
        final int[] found = new int[rounds];
        private final int rank;
        private final int[] next = new int[rounds + 2]; // of those not found yet, the largest first
        private final int[] previous = new int[rounds + 2];

        Search(int rank) {
            this.rank = rank;
            for (int block = 0; block <= rounds + 1; block++) {
                next[block] = block - 1;
                previous[block] = block + 1;
            }
        }

        void unlink(int block) {
            next[previous[block]] = next[block];
            if (next[block] != NONE) {
                previous[next[block]] = previous[block];
            }
        }

        /**
         * Goes on from the rank {@code at} on the way by the blocks from {@code first} on.
         *
         * @param bound sources found from now on are below it
         * @return the next round for which there is none
         */
        int run(int at, int bound, int first, int round) {
            int k = round;
            int below = bound;
            for (int block = first; block != NONE; block = next[block]) {
                int there = at + skips[block];
                if (k < rounds && there <= rank - skips[k] && there < below) {
                    if (there <= rank - skips[k + 1]) {
                        k = run(there, below, block, k);
                    }
                    if (k == rounds || at > rank - skips[k + 1]) {
                        return k;
                    }
                    below = there;
                    found[k] = block;
                    k++;
                    unlink(block);
                }
            }
            return k;
        }
    }
}
