package org.braid.coll.algorithm.reduction;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Rabenseifner's allreduce (2004): reduce-scatter by recursive halving of the vector, then allgather by recursive doubling. The distance between partners
 * doubles while vectors halve, so that groups are intervals of ranks and operands stay in rank order.
 *
 * <p>Cost: 2 lg P α + 2(P-1)/P nβ + (P-1)/P nγ, and 2(α + nβ) + nγ for a size that is no power of two. Use when long messages.
 */
public final class RabenseifnerAllreduce implements Generator {
    @Override
    public Schedule generate(Shape shape, Told told) {
        var allreduce = new Allreduce(shape);
        allreduce.fold.in(allreduce.steps, allreduce.partial, allreduce.fold.core());
        if (!allreduce.fold.isFolded()) {
            allreduce.exchange(1, 0, allreduce.fold.core());
        }
        allreduce.fold.out(allreduce.steps, allreduce.fold.core());
        return allreduce.steps.build();
    }

    /** What one rank does. */
    private static final class Allreduce {
        final ScheduleBuilder steps;
        final Fold fold;
        final Partial partial;

        Allreduce(Shape shape) {
            fold = new Fold(shape.size(), shape.rank());
            steps = new ScheduleBuilder(shape).cut(fold.core());
            partial = new Partial(steps, Schedule.OUT, 1, fold.core());
        }

        /** The partners share {@code [from, to)}: each combines one half, the halves are completed further down, then exchanged. */
        void exchange(int distance, int from, int to) {
            if (distance == fold.core()) {
                partial.settle(Schedule.OUT, from, to);
                return;
            }
            boolean lower = (fold.coreRank() & distance) == 0;
            int partner = fold.realRank(fold.coreRank() ^ distance);
            int middle = (from + to) / 2;
            if (lower) {
                halve(partner, middle, to, from, middle);
                partial.combineRight(from, middle);
                exchange(2 * distance, from, middle);
                swap(partner, from, middle, middle, to);
            } else {
                halve(partner, from, middle, middle, to);
                partial.combineLeft(middle, to);
                exchange(2 * distance, middle, to);
                swap(partner, middle, to, from, middle);
            }
        }

        void halve(int partner, int givenFrom, int givenTo, int keptFrom, int keptTo) {
            steps.receive(partner, partial.incoming(), keptFrom, keptTo);
            steps.send(partner, partial.buffer(), givenFrom, givenTo);
        }

        void swap(int partner, int mineFrom, int mineTo, int theirsFrom, int theirsTo) {
            steps.receive(partner, Schedule.OUT, theirsFrom, theirsTo);
            steps.send(partner, Schedule.OUT, mineFrom, mineTo);
        }
    }
}
