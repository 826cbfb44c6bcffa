package org.braid.coll.algorithm.tree;

/** All hang on the leader: one message's latency, k-1 messages' work. */
record LinearTree() implements Tree {
    @Override
    public String text() {
        return "linear";
    }

    @Override
    public int parent(int node, int size) {
        return 0;
    }

    @Override
    public int subtree(int node, int size) {
        return node == 0 ? size : 1;
    }
}
