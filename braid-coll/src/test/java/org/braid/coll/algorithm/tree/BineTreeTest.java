package org.braid.coll.algorithm.tree;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Whatever the size: all positions hang on the root, in as few rounds as a binomial tree has, those of each subtree beside each other, and messages go less far. */
class BineTreeTest {
    @Test
    void theOneOfEightIsThatOfThePaper() {
        var tree = new BineTree(8);
        assertEquals(-2, tree.first());
        assertArrayEquals(new int[] {3, -1, 1}, tree.children(0));
        assertArrayEquals(new int[] {4, 2}, tree.children(3));
        assertArrayEquals(new int[] {-2}, tree.children(-1));
        assertArrayEquals(new int[] {5}, tree.children(4));
    }

    @Test
    void subtreesAreIntervalsThatLieBesideEachOther() {
        for (int size = 1; size <= 260; size++) {
            var tree = new BineTree(size);
            assertTrue(tree.first() <= 0 && tree.first() + size > 0);
            for (int position = tree.first(); position < tree.first() + size; position++) {
                assertTrue(tree.from(position) <= position && position < tree.to(position));
                int from = position;
                int to = position + 1;
                int[] children = tree.children(position);
                for (int at = children.length - 1; at >= 0; at--) {
                    assertEquals(position, tree.parent(children[at]));
                    assertTrue(children[at] < position ? tree.to(children[at]) == from : tree.from(children[at]) == to, size + " positions, " + children[at] + " on " + position);
                    from = Math.min(from, tree.from(children[at]));
                    to = Math.max(to, tree.to(children[at]));
                }
                assertEquals(tree.from(position), from);
                assertEquals(tree.to(position), to);
                assertEquals(position, tree.position(Math.floorMod(position, size)));
            }
            assertEquals(size, tree.to(0) - tree.from(0));
            assertEquals(0, tree.parent(0));
        }
    }

    /** When a message comes that each sends on in every round. */
    private static int round(BineTree tree, int position) {
        int round = 0;
        for (int at = position; at != 0; at = tree.parent(at)) {
            int sent = 0;
            while (tree.children(tree.parent(at))[sent] != at) {
                sent++;
            }
            round += 1 + sent;
        }
        return round;
    }

    @Test
    void allHaveAMessageInAsManyRoundsAsInABinomialTreeAndItHasGoneLessFar() {
        for (int size = 2; size <= 260; size++) {
            var tree = new BineTree(size);
            long hops = 0;
            long binomial = 0;
            for (int position = tree.first(); position < tree.first() + size; position++) {
                assertTrue(round(tree, position) <= tree.rounds(), size + " positions");
                hops += Math.abs(position - tree.parent(position));
                int node = position - tree.first();
                binomial += Math.min(Integer.lowestOneBit(node), size - Integer.lowestOneBit(node));
            }
            assertTrue(hops <= binomial, size + " positions: " + hops + " and " + binomial);
            assertTrue(size < 64 || Integer.bitCount(size) > 1 || hops < 0.75 * binomial, size + " positions: " + hops + " and " + binomial);
        }
    }
}
