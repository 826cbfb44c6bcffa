package org.braid.coll.algorithm.reduction;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.algorithm.movement.BinomialTree;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Binomial-tree reduction. Subtrees are intervals of ranks and children are combined from the nearest to the farthest, each on the right: operands stay in
 * rank order. A commutative operator lets the tree begin at the root; another is reduced to rank 0 first and then sent to the root.
 *
 * <p>Cost: lg P (α + nβ + nγ), plus α + nβ for an operator that does not commute and a root that is not 0. Use when short messages.
 */
public final class BinomialReduce implements Generator {
    static final int NOWHERE = -1;

    @Override
    public Schedule generate(Shape shape, Told told) {
        var steps = new ScheduleBuilder(shape);
        if (shape.commutative() || shape.root() == 0) {
            up(steps, shape.root(), shape.isRoot() ? Schedule.OUT : NOWHERE, 1);
            return steps.build();
        }
        int result = up(steps, 0, NOWHERE, 1);
        if (shape.rank() == 0) {
            steps.send(shape.root(), result, 0, 1);
        }
        if (shape.isRoot()) {
            steps.receive(0, Schedule.OUT, 0, 1);
        }
        return steps.build();
    }

    /**
     * Reduces vectors of {@code units} units to {@code top}; returns the buffer that holds this rank's part of the result.
     *
     * @param home the buffer where the result is wanted, or {@link #NOWHERE}
     */
    static int up(ScheduleBuilder steps, int top, int home, int units) {
        int size = steps.shape().size();
        int me = Math.floorMod(steps.shape().rank() - top, size);
        var tree = new BinomialTree(size);
        int farthest = tree.farthestChild(me);
        int result = steps.shape().operand();
        if (farthest > 0) {
            int wanted = home == NOWHERE ? steps.temporary(steps.layout(Schedule.OUT), units) : home;
            var partial = new Partial(steps, wanted, Integer.numberOfTrailingZeros(farthest) + 1, units);
            for (int distance = 1; distance <= farthest; distance *= 2) {
                steps.receive((me + distance + top) % size, partial.incoming(), 0, units);
                partial.combineRight(0, units);
            }
            result = partial.buffer();
        }
        if (home != NOWHERE && result != home) {
            steps.copy(result, 0, units, home, 0);
        }
        if (me != 0) {
            steps.send((tree.parent(me) + top) % size, result, 0, units);
        }
        return result;
    }
}
