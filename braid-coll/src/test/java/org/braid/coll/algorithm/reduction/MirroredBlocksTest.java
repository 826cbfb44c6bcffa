package org.braid.coll.algorithm.reduction;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The order of blocks beside a list of it that is written block by block. */
class MirroredBlocksTest {
    private static List<Integer> listed(int size) {
        var fold = new Fold(size, 0);
        var owners = new ArrayList<Integer>();
        for (int at = 0; at < fold.core(); at++) {
            int core = 0;
            for (int bit = 1; bit < fold.core(); bit *= 2) {
                core = 2 * core + ((at & bit) == 0 ? 0 : 1);
            }
            owners.add(fold.realRank(core));
            if (core < fold.extra()) {
                owners.add(fold.realRank(core) + 1);
            }
        }
        return owners;
    }

    @Test
    void theOneOfThePicture() {
        assertEquals(List.of(0, 1, 4, 2, 3, 5), listed(6));
    }

    @Test
    void eachBlockHasItsOwnerAndEachRankItsBlock() {
        for (int size = 1; size <= 150; size++) {
            List<Integer> owners = listed(size);
            assertEquals(size, owners.size());
            for (int block = 0; block < size; block++) {
                int owner = owners.get(block);
                var blocks = new MirroredBlocks(new Fold(size, owner));
                assertEquals(owner, blocks.owner(block), "of block " + block + " of " + size);
                assertEquals(block, blocks.own(), "of rank " + owner + " of " + size);
            }
        }
    }

    @Test
    void blocksOfAMillionRanksNeedNoList() {
        var fold = new Fold(1_000_003, 0);
        var blocks = new MirroredBlocks(fold);
        assertEquals(0, blocks.start(0));
        assertEquals(fold.size(), blocks.start(fold.core()));
        for (int block = 0; block < fold.size(); block += 997) {
            int owner = blocks.owner(block);
            assertEquals(block, new MirroredBlocks(new Fold(fold.size(), owner)).own());
        }
    }
}
