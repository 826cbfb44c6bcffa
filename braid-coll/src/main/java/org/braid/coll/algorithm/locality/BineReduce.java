package org.braid.coll.algorithm.locality;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.algorithm.reduction.Partial;
import org.braid.coll.algorithm.tree.BineTree;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Reduction along a {@linkplain BineTree Bine tree} (De Sensi and others 2025). What hangs on a rank are its neighbours on both sides, and a child's lie beside those that it has combined already, so that operands stay in order. A commutative operator lets the tree begin
 * at the root; with another it begins where no interval goes over the last rank, from where the result is sent to the root.
 *
 * <p>Cost: lg P (α + nβ + nγ), plus α + nβ for most roots with an operator that does not commute. Use when short messages, and ranks with near numbers are near.
 */
public final class BineReduce implements Generator {
    @Override
    public Schedule generate(Shape shape, Told told) {
        var reduce = new Reduce(shape);
        reduce.pass();
        return reduce.steps.build();
    }

    /** What one rank does. */
    private static final class Reduce {
        final ScheduleBuilder steps;
        final Shape shape;
        final BineTree tree;
        final int top;

        Reduce(Shape shape) {
            this.steps = new ScheduleBuilder(shape);
            this.shape = shape;
            this.tree = new BineTree(shape.size());
            this.top = shape.commutative() ? shape.root() : -tree.first();
        }

        void pass() {
            int result = combine();
            boolean isTop = shape.rank() == top;
            if (isTop && shape.isRoot() && result != Schedule.OUT) {
                steps.copy(result, 0, 1, Schedule.OUT, 0);
            } else if (isTop && !shape.isRoot()) {
                steps.send(shape.root(), result, 0, 1);
            } else if (!isTop && shape.isRoot()) {
                steps.receive(top, Schedule.OUT, 0, 1);
            }
        }

        /** Where the partial result of this rank and of those that hang on it lies, which has gone to the parent. */
        int combine() {
            int me = tree.position(Math.floorMod(shape.rank() - top, shape.size()));
            int[] children = tree.children(me);
            int result = shape.operand();
            if (children.length > 0) {
                int home = shape.isRoot() && shape.rank() == top ? Schedule.OUT : steps.temporary(1, 1);
                var partial = new Partial(steps, home, children.length, 1);
                for (int at = children.length - 1; at >= 0; at--) {
                    steps.receive(rank(children[at]), partial.incoming(), 0, 1);
                    if (children[at] > me) {
                        partial.combineRight(0, 1);
                    } else {
                        partial.combineLeft(0, 1);
                    }
                }
                result = partial.buffer();
            }
            if (me != 0) {
                steps.send(rank(tree.parent(me)), result, 0, 1);
            }
            return result;
        }

        int rank(int position) {
            return Math.floorMod(top + position, shape.size());
        }
    }
}
