package org.braid.coll.algorithm.tree;

import java.util.Arrays;

/**
 * The optimal tree of the postal model (Bar-Noy and Kipnis 1992), a generalized Fibonacci tree: while one message is under way, its sender has the time to send {@code lambda - 1} others. In t rounds N(t) nodes are told,
 * {@code N(t) = N(t-1) + N(t-λ)}: those that its sender tells in the rest of the time, and those that the first one told tells after the message has come. λ = 1 is the binomial tree; the larger λ, the flatter.
 *
 * @param lambda how many messages a node sends until the first one has arrived, at least 1
 */
record PostalTree(int lambda) implements Tree {
    PostalTree {
        if (lambda < 1) {
            throw new IllegalArgumentException("a message that arrives after " + lambda + " rounds");
        }
    }

    @Override
    public String text() {
        return "postal(" + lambda + ")";
    }

    @Override
    public int parent(int node, int size) {
        return descend(node, size, true);
    }

    @Override
    public int subtree(int node, int size) {
        return descend(node, size, false) - node;
    }

    /** The way down to a node, round by round: its parent, or where its nodes end. Its first message goes to the last of its children, on which most hang. */
    private int descend(int node, int size, boolean wantsParent) {
        int[] reached = reached(size);
        int parent = 0;
        int first = 0;
        int end = size;
        for (int round = reached.length - 1; first < node; ) {
            int child = end - Math.min(reached[round - lambda], end - first - 1);
            if (node >= child) {
                parent = first;
                first = child;
                round -= lambda;
            } else {
                end = child;
                round--;
            }
        }
        return wantsParent ? parent : end;
    }

    /** N(0) … N(t), the first that is not below {@code size}. */
    private int[] reached(int size) {
        int[] reached = new int[lambda + 32];
        int rounds = 0;
        for (reached[0] = 1; reached[rounds] < size; rounds++) {
            if (rounds + 1 == reached.length) {
                reached = Arrays.copyOf(reached, 2 * reached.length);
            }
            int late = rounds + 1 < lambda ? 0 : reached[rounds + 1 - lambda];
            reached[rounds + 1] = (int) Math.min(size, (long) reached[rounds] + late);
        }
        return Arrays.copyOf(reached, rounds + 1);
    }
}
