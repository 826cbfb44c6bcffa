package org.braid.coll.algorithm.movement;

/**
 * The binomial tree over nodes 0 … size-1: the parent of v is v without its lowest set bit, the subtree of v is the interval
 * {@code [v, v + subtree(v))}, so that subtrees are contiguous and ordered.
 *
 * @param size nodes, at least 1
 */
public record BinomialTree(int size) {
    /** The node above; of the root, 0, the root itself. */
    public int parent(int node) {
        return node & (node - 1);
    }

    /** Nodes below and including {@code node}. */
    public int subtree(int node) {
        return node == 0 ? size : Math.min(Integer.lowestOneBit(node), size - node);
    }

    /** The distance to the farthest child, a power of two; 0 for a leaf. Children stand at {@code node + 2^j} for all smaller powers too. */
    public int farthestChild(int node) {
        int below = subtree(node) - 1;
        return below == 0 ? 0 : Integer.highestOneBit(below);
    }
}
