package org.braid.coll.algorithm.reduction;

/**
 * Blocks of all ranks in the order of mirrored core ranks, that with its bits in the opposite order: what halves of a vector come to when partners are at distance 1, 2, 4, …, so that operands stay in the order of ranks. A core rank's block comes first, that of the rank which it {@linkplain Fold folds} behind it.
 *
 * <pre>
 *   6 ranks, 1 and 3 folded   | 0 1 | 4 | 2 3 | 5 |   of core ranks 0, 2, 1, 3
 * </pre>
 */
record MirroredBlocks(Fold fold) {
    /** The bits of a core rank in the opposite order. */
    int mirrored(int coreRank) {
        return fold.core() == 1 ? 0 : Integer.reverse(coreRank) >>> Integer.numberOfLeadingZeros(fold.core()) + 1;
    }

    /** The first block of the core rank with that mirrored number: so many have a lower one, and some of these have two blocks. */
    int start(int mirrored) {
        int blocks = mirrored;
        for (int left = mirrored; left > 0; left -= Integer.highestOneBit(left)) {
            int some = Integer.highestOneBit(left); // core ranks whose mirrored numbers begin alike and end as they may
            int apart = fold.core() / some; // as far as these are from each other
            int before = fold.extra() - mirrored(mirrored - left);
            blocks += Math.clamp(Math.ceilDiv(before, apart), 0, some);
        }
        return blocks;
    }

    /** Which block is this rank's. */
    int own() {
        return fold.isFolded() ? new MirroredBlocks(new Fold(fold.size(), fold.rank() - 1)).own() + 1 : start(mirrored(fold.coreRank()));
    }

    /** Whose a block is. */
    int owner(int block) {
        int low = 0;
        for (int high = fold.core(); high - low > 1; ) {
            int middle = (low + high) >>> 1;
            if (start(middle) <= block) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return fold.realRank(mirrored(low)) + block - start(low);
    }
}
