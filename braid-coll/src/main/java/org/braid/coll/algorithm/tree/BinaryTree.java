package org.braid.coll.algorithm.tree;

/** Each node has two children, between which the nodes below are shared out equally: two messages' work at each, so that segments follow each other twice as slowly as along a chain, but lg k deep. */
record BinaryTree() implements Tree {
    @Override
    public String text() {
        return "binary";
    }

    @Override
    public int parent(int node, int size) {
        return descend(node, size, true);
    }

    @Override
    public int subtree(int node, int size) {
        return descend(node, size, false) - node;
    }

    /** The way down to a node: its parent, or where its nodes end. */
    private static int descend(int node, int size, boolean wantsParent) {
        int parent = 0;
        int first = 0;
        int end = size;
        while (first < node) {
            int second = first + 1 + (end - first) / 2;
            parent = first;
            end = node < second ? second : end;
            first = node < second ? first + 1 : second;
        }
        return wantsParent ? parent : end;
    }
}
