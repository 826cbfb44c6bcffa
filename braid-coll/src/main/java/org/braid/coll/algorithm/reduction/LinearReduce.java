package org.braid.coll.algorithm.reduction;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Flat reduction: everybody sends to the root, which combines from the last rank to the first, x0 ∘ (x1 ∘ (… ∘ xP-1)): a fixed order, so results are
 * the same run after run, and operands stay in rank order.
 *
 * <p>Cost: α + (P-1)(o + nG + nγ); (P-2)·n bytes of scratch at the root. Use when more ranks than cores and short messages.
 */
public final class LinearReduce implements Generator {
    @Override
    public Schedule generate(Shape shape, Told told) {
        var steps = new ScheduleBuilder(shape);
        append(steps, shape.root());
        return steps.build();
    }

    /** Combines the operands of all ranks in OUT of {@code root}. */
    static void append(ScheduleBuilder steps, int root) {
        var reduce = new Reduce(steps, root);
        if (steps.shape().rank() == root) {
            reduce.combine();
        } else {
            steps.send(root, steps.shape().operand(), 0, 1);
        }
    }

    /** What one rank does. */
    private static final class Reduce {
        final ScheduleBuilder steps;
        final Shape shape;
        final int root;
        int scratch = -1;

        Reduce(ScheduleBuilder steps, int root) {
            this.steps = steps;
            this.shape = steps.shape();
            this.root = root;
        }

        void combine() {
            int home = home();
            receiveAll(home);
            for (int rank = shape.size() - 1; rank >= 0; rank--) {
                if (rank != home) {
                    steps.reduce(buffer(rank, home), unit(rank, home), unit(rank, home) + 1, buffer(home, home), unit(home, home));
                }
            }
            if (buffer(home, home) != Schedule.OUT) {
                steps.copy(buffer(home, home), unit(home, home), unit(home, home) + 1, Schedule.OUT, 0);
            }
        }

        /** The rank whose operand is overwritten by the result: the last, unless order doesn't matter and another choice saves a copy. */
        int home() {
            int last = shape.size() - 1;
            if (!shape.commutative()) {
                return last;
            }
            return shape.inPlace() ? root : root == last ? Math.max(0, last - 1) : last;
        }

        void receiveAll(int home) {
            if (home == root && !shape.inPlace()) {
                steps.copy(Schedule.IN, 0, 1, Schedule.OUT, 0);
            }
            for (int rank = shape.size() - 1; rank >= 0; rank--) {
                if (rank != root) {
                    steps.receive(rank, buffer(rank, home), unit(rank, home), unit(rank, home) + 1);
                }
            }
        }

        /** Where the operand of {@code rank} lies at the root. */
        int buffer(int rank, int home) {
            if (rank == root) {
                return rank == home ? Schedule.OUT : shape.operand();
            }
            return rank == home && !shape.inPlace() ? Schedule.OUT : scratch();
        }

        int scratch() {
            if (scratch < 0) {
                scratch = steps.temporary(1, shape.size());
            }
            return scratch;
        }

        int unit(int rank, int home) {
            return buffer(rank, home) == scratch ? rank : 0;
        }
    }
}
