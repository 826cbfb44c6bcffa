package org.braid.coll.algorithm.reduction;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Reduce-scatter by recursive halving, also with a block table: partners at half the distance of all exchange the blocks of each other's half and combine, then each half does so among itself. A size that is no power of two is
 * folded first: the odd one of a pair gives all its blocks to the even one, and gets its result in the end.
 *
 * <p>Cost: lg P α + (P-1)n(β + γ) with n bytes per block; and α + Pn(β + γ) + α + nβ for a size that is no power of two. Commutative operators only. Use when short and middling blocks.
 */
public final class RecursiveHalvingReduceScatter implements Generator {
    @Override
    public Schedule generate(Shape shape, Told told) {
        var scatter = new Scatter(shape);
        if (scatter.fold.isFolded()) {
            scatter.steps.send(shape.rank() - 1, Schedule.IN, 0, shape.size());
            scatter.steps.receive(shape.rank() - 1, Schedule.OUT, shape.rank(), shape.rank() + 1);
        } else {
            scatter.combineAll();
        }
        return scatter.steps.build();
    }

    /** What one rank does. */
    private static final class Scatter {
        final Shape shape;
        final ScheduleBuilder steps;
        final Fold fold;
        int partial = Schedule.IN;
        int home = -1;
        int landing = -1;

        Scatter(Shape shape) {
            this.shape = shape;
            this.steps = new ScheduleBuilder(shape);
            this.fold = new Fold(shape.size(), shape.rank());
        }

        void combineAll() {
            int me = fold.coreRank();
            boolean isPaired = fold.realRank(me + 1) == shape.rank() + 2;
            if (isPaired) {
                combine(shape.rank() + 1, 0, shape.size());
            }
            for (int distance = fold.core() / 2; distance > 0; distance /= 2) {
                int kept = me & -distance;
                int given = (me ^ distance) & -distance;
                int partner = fold.realRank(me ^ distance);
                steps.send(partner, partial, fold.realRank(given), fold.realRank(given + distance));
                combine(partner, fold.realRank(kept), fold.realRank(kept + distance));
            }
            steps.copy(partial, shape.rank(), shape.rank() + 1, Schedule.OUT, shape.rank());
            if (isPaired) {
                steps.send(shape.rank() + 1, partial, shape.rank() + 1, shape.rank() + 2);
            }
        }

        /** The peer's operands of these blocks are combined with what is here; the first ones land where the result is made. */
        void combine(int peer, int from, int to) {
            if (partial == Schedule.IN) {
                home = steps.temporary(steps.layout(Schedule.IN), shape.size());
                steps.receive(peer, home, from, to);
                steps.reduce(Schedule.IN, from, to, home, from);
                partial = home;
                return;
            }
            if (landing < 0) {
                landing = steps.temporary(steps.layout(Schedule.IN), shape.size());
            }
            steps.receive(peer, landing, from, to);
            steps.reduce(landing, from, to, home, from);
        }
    }
}
