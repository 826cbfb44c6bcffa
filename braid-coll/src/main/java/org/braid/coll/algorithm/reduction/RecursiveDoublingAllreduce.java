package org.braid.coll.algorithm.reduction;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Recursive-doubling allreduce: in round k partners at distance 2^k exchange and combine what they have; other sizes than powers of two
 * are folded first. Groups are intervals of ranks: operands stay in rank order. Told of four or more ranks at a time, it {@linkplain RecursiveMultiplyingAllreduce multiplies}.
 *
 * <p>Cost: lg P (α + nβ + nγ), two messages more for a size that is no power of two. Use when short messages and every rank has a core.
 */
public final class RecursiveDoublingAllreduce implements Generator {
    /** Ranks that exchange in a round where nothing is said. */
    private static final int USUAL_RADIX = 2;

    @Override
    public Schedule generate(Shape shape, Told told) {
        return told.radix(USUAL_RADIX) < 4 ? doubling(shape) : new RecursiveMultiplyingAllreduce().generate(shape, told);
    }

    private static Schedule doubling(Shape shape) {
        var steps = new ScheduleBuilder(shape);
        var fold = new Fold(shape.size(), shape.rank());
        var partial = new Partial(steps, Schedule.OUT, 1, 1);
        fold.in(steps, partial, 1);
        if (!fold.isFolded()) {
            exchange(steps, fold, partial);
            partial.settle(Schedule.OUT, 0, 1);
        }
        fold.out(steps, 1);
        return steps.build();
    }

    private static void exchange(ScheduleBuilder steps, Fold fold, Partial partial) {
        int me = fold.coreRank();
        for (int distance = 1; distance < fold.core(); distance *= 2) {
            int partner = fold.realRank(me ^ distance);
            steps.send(partner, partial.buffer(), 0, 1);
            steps.receive(partner, partial.incoming(), 0, 1);
            if ((me & distance) == 0) {
                partial.combineRight(0, 1);
            } else {
                partial.combineLeft(0, 1);
            }
        }
    }
}
