package org.braid.coll.algorithm.irregular;

import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.algorithm.movement.BinomialTree;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/** One rank of an operation along a {@link FoundTree}: what it does, and its place in the binomial tree along which lengths go. */
class TuwRank {
    final ScheduleBuilder steps;
    final Shape shape;
    final BinomialTree tree;
    final int me;
    private final long mostBytes;
    private final long known;

    /** @param told up to how many bytes subtrees are joined, and blocks go with others; and how long all blocks are, where they are of one length */
    TuwRank(Shape shape, Told told) {
        this.mostBytes = told.togetherBytes(FoundTree.USUAL_SUBTREE_BYTES);
        this.known = told.bytes();
        this.steps = new ScheduleBuilder(shape).together(mostBytes);
        this.shape = shape;
        this.tree = new BinomialTree(shape.size());
        this.me = shape.rankFromRoot();
    }

    /**
     * The whole tree, at the root.
     *
     * @param table the buffer that has the blocks
     * @param isUp whether they come there
     */
    RootsTree roots(int lengths, int table, boolean isUp) {
        return new RootsTree(steps, lengths, table, isUp, mostBytes, known);
    }

    /** The tree for these lengths, of this rank's subtree of the binomial one. */
    FoundTree find(int lengths) {
        return new FoundTree(steps, mostBytes, known).find(lengths, 0);
    }
}
