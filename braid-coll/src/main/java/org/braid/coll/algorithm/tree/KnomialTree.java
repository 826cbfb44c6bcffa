package org.braid.coll.algorithm.tree;

/**
 * The k-nomial tree: a node's number is written with the digits 0 … k-1, its parent is the number without its lowest digit that is not 0. With k = 2 the binomial tree, which halves distances. A larger radix makes fewer rounds, of
 * k-1 messages each.
 *
 * @param radix k, at least 2
 */
record KnomialTree(int radix) implements Tree {
    KnomialTree {
        if (radix < 2) {
            throw new IllegalArgumentException("a tree of radix " + radix);
        }
    }

    @Override
    public String text() {
        return radix == 2 ? "binomial" : "knomial(" + radix + ")";
    }

    /** The value of the lowest digit's place that is not 0. */
    private int place(int node) {
        int place = 1;
        while (node / place % radix == 0) {
            place *= radix;
        }
        return place;
    }

    @Override
    public int parent(int node, int size) {
        return node == 0 ? 0 : node - node / place(node) % radix * place(node);
    }

    @Override
    public int subtree(int node, int size) {
        return node == 0 ? size : Math.min(place(node), size - node);
    }
}
