package org.braid.coll.algorithm.reduction;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Reduce-scatter by recursive doubling of distances (Bernaschi, Iannello and Lauria 2003, "Efficient implementation of reduce-scatter in MPI"), for operators that do not commute: partners at distance 1, 2, 4, … exchange half of what they have and combine, so that partial
 * results are always of ranks that follow each other. What must go to ranks with a bit of the distance is scattered over the vector; blocks are packed once in the order of mirrored ranks, where it lies together in every round.
 *
 * <pre>
 *   8 ranks   | 0 | 4 | 2 | 6 | 1 | 5 | 3 | 7 |
 *   round 0   even ranks keep the first half, odd ones the second        round 1   those with 2 keep the second half of that        …
 * </pre>
 *
 * <p>A size that is no power of two is folded first, as in halving, by ranks that follow each other.
 *
 * <p>Cost: lg P α + (P-1)n(β + γ) + Pn copied, with n bytes per block; and α + Pn(β + γ) + α + nβ for a size that is no power of two. Any operator. Use when short and middling blocks, and the order matters.
 */
public final class RecursiveDoublingReduceScatter implements Generator {
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
        final int[] starts; // of each core rank's blocks, by its mirrored number, and behind the last

        Scatter(Shape shape) {
            this.shape = shape;
            this.steps = new ScheduleBuilder(shape);
            this.fold = new Fold(shape.size(), shape.rank());
            this.starts = new int[fold.core() + 1];
            for (int at = 0; at < fold.core(); at++) {
                starts[at + 1] = starts[at] + blocks(mirrored(at));
            }
        }

        /** The bits of a core rank in the opposite order. */
        int mirrored(int coreRank) {
            return fold.core() == 1 ? 0 : Integer.reverse(coreRank) >>> Integer.numberOfLeadingZeros(fold.core()) + 1;
        }

        /** How many ranks a core rank has operands of: itself, and the one behind it if that is folded. */
        int blocks(int coreRank) {
            return (coreRank + 1 == fold.core() ? shape.size() : fold.realRank(coreRank + 1)) - fold.realRank(coreRank);
        }

        void combineAll() {
            int me = fold.coreRank();
            int operand = Schedule.IN;
            int spare = steps.temporary(1, shape.size());
            if (blocks(me) == 2) {
                steps.receive(shape.rank() + 1, spare, 0, shape.size());
                steps.reduce(Schedule.IN, 0, shape.size(), spare, 0);
                operand = spare;
            }
            int partial = pack(operand);
            int from = 0;
            int to = fold.core();
            for (int distance = 1; distance < fold.core(); distance *= 2) {
                int partner = fold.realRank(me ^ distance);
                int middle = (from + to) / 2;
                boolean isLeft = (me & distance) == 0;
                steps.send(partner, partial, starts[isLeft ? middle : from], starts[isLeft ? to : middle]);
                from = isLeft ? from : middle;
                to = isLeft ? middle : to;
                steps.receive(partner, spare, starts[from], starts[to]);
                if (isLeft && !shape.commutative()) {
                    steps.reduce(partial, starts[from], starts[to], spare, starts[from]);
                    int combined = spare;
                    spare = partial;
                    partial = combined;
                } else {
                    steps.reduce(spare, starts[from], starts[to], partial, starts[from]);
                }
            }
            steps.copy(partial, starts[from], starts[from] + 1, Schedule.OUT, shape.rank());
            if (blocks(me) == 2) {
                steps.send(shape.rank() + 1, partial, starts[from] + 1, starts[to]);
            }
        }

        /** All blocks in the order of mirrored ranks. */
        int pack(int operand) {
            int packed = steps.temporary(1, shape.size());
            for (int at = 0; at < fold.core(); at++) {
                int first = fold.realRank(mirrored(at));
                steps.copy(operand, first, first + starts[at + 1] - starts[at], packed, starts[at]);
            }
            return packed;
        }
    }
}
