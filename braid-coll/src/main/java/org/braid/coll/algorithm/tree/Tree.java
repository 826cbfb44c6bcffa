package org.braid.coll.algorithm.tree;

/**
 * Which tree joins the members of one group, numbered 0 … size-1 from the one that leads. The subtree of v is the interval {@code [v, v + subtree(v))} in each of them, so that what hangs on a node is
 * contiguous, and operands keep their order.
 *
 * <p>Children stand behind their parent, the nearest first: the first one is v + 1, and each next one stands where the subtree of the one before ends.
 */
public interface Tree {
    /** As people write it: {@code binomial}, {@code knomial(4)}. */
    String text();

    /** The node above; of 0, 0 itself. */
    int parent(int node, int size);

    /** How many nodes hang on this one, itself counted. */
    int subtree(int node, int size);
}
