package org.braid.coll.algorithm.tree;

/** Each hangs on the one before: k-1 messages' latency, but one message's work at each, so that segments follow each other as closely as they can. */
record ChainTree() implements Tree {
    @Override
    public String text() {
        return "chain";
    }

    @Override
    public int parent(int node, int size) {
        return Math.max(0, node - 1);
    }

    @Override
    public int subtree(int node, int size) {
        return size - node;
    }
}
