package org.braid.coll.algorithm.irregular;

import java.util.List;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/** What the root does to find who sends it which blocks, or to whom it sends them: it knows all lengths, and works out by itself what the others of a {@link FoundTree} tell each other. */
final class RootsTree {
    private final ScheduleBuilder steps;
    private final Shape shape;
    private final long known;
    private final long mostBytes;
    private final int lengths; // of all blocks, counted from the root
    private final int bundle; // of all but the root's, in the order of ranks
    private final boolean isUp;
    private final int subtrees;
    private final int found;
    private int words;
    private int finds;

    /** @param table the buffer that has the blocks */
    RootsTree(ScheduleBuilder steps, int lengths, int table, boolean isUp, long mostBytes, long known) {
        this.steps = steps;
        this.shape = steps.shape();
        this.lengths = lengths;
        this.isUp = isUp;
        this.known = known;
        this.mostBytes = mostBytes;
        int size = shape.size();
        int root = shape.root();
        int measured = steps.lengths(size - 1);
        steps.measure(table, 0, root, measured, 0);
        steps.measure(table, root + 1, size, measured, root);
        this.bundle = steps.allocate(measured);
        this.subtrees = steps.lengths(4 * size);
        this.found = steps.lengths(4 * size);
    }

    int bundle() {
        return bundle;
    }

    /** Where a rank's block is there. */
    int unit(int rank) {
        return rank < shape.root() ? rank : rank - 1;
    }

    /** All messages that there may be. */
    void pass() {
        List<Interval> largest = Interval.besides(shape.root(), shape.size());
        for (Interval each : largest) {
            words += 2;
            enter(each, words - 2);
        }
        words = 0;
        for (Interval each : largest) {
            words += 2;
            pass(each, 0, words - 2, false);
        }
    }

    /** The words of a subtree, of those of its halves. */
    private void enter(Interval interval, int to) {
        if (interval.size() == 1) {
            steps.enter(interval.from(), lengths, Math.floorMod(interval.from() - shape.root(), shape.size()), subtrees, to);
            return;
        }
        int halves = words;
        words += 4;
        enter(interval.first(), halves);
        enter(interval.second(), halves + 2);
        steps.join(subtrees, halves, to);
    }

    /** The message of a subtree, and those of its halves, which there are in its place if it goes nowhere: so it stands before them. */
    private void pass(Interval interval, int side, int from, boolean isHalf) {
        move(interval, side, from, isHalf);
        if (interval.size() > 1) {
            int halves = words;
            words += 4;
            pass(interval.first(), 0, halves, true);
            pass(interval.second(), 1, halves, true);
        }
    }

    private void move(Interval interval, int side, int from, boolean isHalf) {
        int first = unit(interval.from());
        int end = first + interval.size();
        if (known != Told.UNKNOWN) {
            moveKnown(interval, first, end, isHalf);
            return;
        }
        steps.findBelow(side, subtrees, from, isHalf ? 2 : 1, found, finds);
        if (isUp) {
            steps.receiveFound(found, finds, bundle, first, end);
        } else {
            steps.sendFound(found, finds, bundle, first, end);
        }
        finds += 2;
    }

    /** Of blocks of one length all intervals of so many ranks go together, or none. */
    private void moveKnown(Interval interval, int first, int end, boolean isHalf) {
        boolean isWhole = FoundTree.goesTogether(interval, known, mostBytes);
        boolean isPart = isHalf && FoundTree.goesTogether(interval.both(shape.size()), known, mostBytes);
        if (isWhole && !isPart && isUp) {
            steps.receive(interval.from(), bundle, first, end);
        } else if (isWhole && !isPart) {
            steps.send(interval.from(), bundle, first, end);
        }
    }
}
