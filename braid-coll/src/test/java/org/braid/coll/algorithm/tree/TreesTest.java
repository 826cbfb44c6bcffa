package org.braid.coll.algorithm.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What algorithms rely on, of every tree: that nodes below each other are intervals, and that both ends of an edge know of it. */
class TreesTest {
    private static final List<String> NAMES = List.of("linear", "binomial", "chain", "binary", "knomial(3)", "knomial(4)", "knomial(7)", "postal(1)", "postal(2)", "postal(3)", "postal(10)", "postal(1024)");

    private static Tree tree(String name) {
        Tree tree = TreeNames.parse(name);
        assertNotNull(tree, name);
        assertEquals(name, tree.text());
        return tree;
    }

    private static void assertWellFormed(Tree tree, int size) {
        assertEquals(size, tree.subtree(0, size));
        for (int node = 0; node < size; node++) {
            int end = node + tree.subtree(node, size);
            assertTrue(end <= size);
            int child = node + 1;
            while (child < end) {
                assertEquals(node, tree.parent(child, size), tree.text() + " of " + size + ", node " + child);
                child += tree.subtree(child, size);
            }
            assertEquals(end, child, tree.text() + " of " + size + ", below " + node);
        }
    }

    @Test
    void nodesBelowANodeAreAnIntervalThatItsChildrenShareOut() {
        for (String name : NAMES) {
            for (int size = 1; size < 140; size++) {
                assertWellFormed(tree(name), size);
            }
        }
    }

    @Test
    void nodesOfAMillionAreFoundWithoutAnyMemoryForTheOthers() {
        for (String name : NAMES) {
            Tree tree = tree(name);
            for (int node = 1; node < 1_000_000; node = 3 * node + 1) {
                int parent = tree.parent(node, 1_000_000);
                assertTrue(parent < node && parent + tree.subtree(parent, 1_000_000) >= node + tree.subtree(node, 1_000_000), name);
            }
        }
    }

    @Test
    void aTreeWhoseChildrenOverlapIsCaught() {
        Tree planted = new Tree() {
            @Override
            public String text() {
                return "planted";
            }

            @Override
            public int parent(int node, int size) {
                return node / 2;
            }

            @Override
            public int subtree(int node, int size) {
                return node == 0 ? size : Math.min(2, size - node);
            }
        };
        assertThrows(AssertionError.class, () -> assertWellFormed(planted, 9));
    }

    @Test
    void aDoubleTreeIsTwoTreesAndWhoHasChildrenInOneHasNoneInTheOther() {
        for (int size = 1; size < 140; size++) {
            int inBoth = 0;
            for (int node = 0; node < size; node++) {
                int inner = 0;
                for (boolean second : new boolean[] {false, true}) {
                    DoubleTree tree = new DoubleTree(size, second);
                    inner += children(tree, node).isEmpty() ? 0 : 1;
                    assertEquals(node == 0, tree.parent(node) == DoubleTree.NOBODY);
                    assertTrue(node == 0 || children(tree, tree.parent(node)).contains(node), size + ": " + node);
                    assertReachesTheRoot(tree, node);
                    for (int child : children(tree, node)) {
                        assertEquals(node, tree.parent(child));
                    }
                }
                inBoth += node > 0 && inner == 2 ? 1 : 0;
            }
            assertEquals(0, inBoth, "of " + size);
        }
    }

    private static void assertReachesTheRoot(DoubleTree tree, int node) {
        int at = node;
        for (int hops = 0; at != 0; hops++) {
            assertTrue(hops <= 2 * Integer.SIZE - 2 * Integer.numberOfLeadingZeros(tree.size()));
            at = tree.parent(at);
        }
    }

    private static Set<Integer> children(DoubleTree tree, int node) {
        Set<Integer> children = new HashSet<>(List.of(tree.left(node)));
        children.add(tree.right(node));
        children.remove(DoubleTree.NOBODY);
        return children;
    }

    @Test
    void namesThatNameNoTreeAreNone() {
        for (String wrong : List.of("", "ring", "knomial", "knomial()", "knomial(1)", "knomial(1025)", "postal(0)", "postal(-3)", "postal(99999)", "binomial(2)")) {
            assertNull(TreeNames.parse(wrong), wrong);
        }
    }
}
