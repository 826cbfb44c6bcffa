package org.braid.coll.algorithm.reduction;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Rabenseifner's reduction (2004): reduce-scatter by recursive halving of the vector, then a gather to the root along the same pairs. The distance between partners doubles while vectors halve, so that groups are intervals of
 * ranks and operands stay in rank order.
 *
 * <p>Cost: 2 lg P α + 2(P-1)/P nβ + (P-1)/P nγ, and α + n(β + γ) for a size that is no power of two, once more α + nβ if the root is folded. Use when long messages.
 */
public final class ReduceScatterGather implements Generator {
    @Override
    public Schedule generate(Shape shape, Told told) {
        var fold = new Fold(shape.size(), shape.rank());
        var steps = new ScheduleBuilder(shape).cut(fold.core());
        boolean isRootFolded = new Fold(shape.size(), shape.root()).isFolded();
        int keeper = isRootFolded ? shape.root() - 1 : shape.root(); // who gets the result among those that are not folded
        if (fold.isFolded()) {
            steps.send(shape.rank() - 1, shape.operand(), 0, fold.core());
        } else {
            new Reduce(steps, fold, new Fold(shape.size(), keeper).coreRank()).combine(shape.rank() == keeper && isRootFolded);
        }
        if (fold.isFolded() && shape.isRoot()) {
            steps.receive(keeper, Schedule.OUT, 0, fold.core());
        }
        return steps.build();
    }

    /** What one rank does. */
    private static final class Reduce {
        final ScheduleBuilder steps;
        final Fold fold;
        final int home;
        final int rootCore;
        final Partial partial;

        Reduce(ScheduleBuilder steps, Fold fold, int rootCore) {
            this.steps = steps;
            this.fold = fold;
            this.rootCore = rootCore;
            this.home = steps.shape().isRoot() ? Schedule.OUT : steps.temporary(steps.layout(Schedule.OUT), fold.core());
            this.partial = new Partial(steps, home, 1, fold.core());
        }

        void combine(boolean passesOn) {
            fold.in(steps, partial, fold.core());
            exchange(1, 0, fold.core());
            if (passesOn) {
                steps.send(steps.shape().root(), home, 0, fold.core());
            }
        }

        /** The partners share {@code [from, to)}: each combines one half, the halves are completed further down, then one of them, on the side of the root, gets the other's. */
        void exchange(int distance, int from, int to) {
            if (distance == fold.core()) {
                partial.settle(home, from, to);
                return;
            }
            int middle = (from + to) / 2;
            int partner = fold.realRank(fold.coreRank() ^ distance);
            if ((fold.coreRank() & distance) == 0) {
                halve(partner, middle, to, from, middle);
                partial.combineRight(from, middle);
                exchange(2 * distance, from, middle);
                gather(distance, partner, from, middle, middle, to);
            } else {
                halve(partner, from, middle, middle, to);
                partial.combineLeft(middle, to);
                exchange(2 * distance, middle, to);
                gather(distance, partner, middle, to, from, middle);
            }
        }

        void halve(int partner, int givenFrom, int givenTo, int keptFrom, int keptTo) {
            steps.receive(partner, partial.incoming(), keptFrom, keptTo);
            steps.send(partner, partial.buffer(), givenFrom, givenTo);
        }

        /** Those take part that have got whatever was further down. */
        void gather(int distance, int partner, int mineFrom, int mineTo, int theirsFrom, int theirsTo) {
            int apart = fold.coreRank() ^ rootCore;
            if ((apart & -2 * distance) != 0) {
                return;
            }
            if ((apart & distance) == 0) {
                steps.receive(partner, home, theirsFrom, theirsTo);
            } else {
                steps.send(partner, home, mineFrom, mineTo);
            }
        }
    }
}
