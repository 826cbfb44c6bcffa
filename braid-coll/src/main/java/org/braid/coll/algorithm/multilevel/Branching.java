package org.braid.coll.algorithm.multilevel;

import org.braid.coll.algorithm.movement.BinomialTree;

/** Which tree joins the members of one group, numbered 0 … k-1 from the one that leads. The subtree of v is the interval {@code [v, v + subtree(v))} in each of them. */
public enum Branching {
    /** All hang on the leader: one message's latency, k-1 messages' work. */
    LINEAR("linear") {
        @Override
        int parent(int node) {
            return 0;
        }

        @Override
        int subtree(int node, int size) {
            return node == 0 ? size : 1;
        }
    },
    /** Halving distances: lg k messages' latency, lg k messages' work. */
    BINOMIAL("binomial") {
        @Override
        int parent(int node) {
            return new BinomialTree(node + 1).parent(node);
        }

        @Override
        int subtree(int node, int size) {
            return new BinomialTree(size).subtree(node);
        }
    },
    /** Each hangs on the one before: k-1 messages' latency, but one message's work at each, so that segments follow each other as closely as they can. */
    CHAIN("chain") {
        @Override
        int parent(int node) {
            return Math.max(0, node - 1);
        }

        @Override
        int subtree(int node, int size) {
            return size - node;
        }
    };

    /** Up to so many siblings over a slow channel are told by their leader itself: while a message is under way, so many more can be sent (postal model: Bar-Noy and Kipnis 1992). */
    private static final int MOST_DIRECT = 8;

    private final String text;

    Branching(String text) {
        this.text = text;
    }

    /** As people write it. */
    String text() {
        return text;
    }

    /** The node above; of 0, 0 itself. */
    abstract int parent(int node);

    /** How many nodes hang on this one, itself counted. */
    abstract int subtree(int node, int size);

    /**
     * The tree of a group.
     *
     * @param isSlow whether its members are clusters, so that it takes long until a message is there
     * @param members how many it has
     */
    Branching of(boolean isSlow, int members) {
        return isSlow ? members <= MOST_DIRECT ? LINEAR : BINOMIAL : this;
    }
}
