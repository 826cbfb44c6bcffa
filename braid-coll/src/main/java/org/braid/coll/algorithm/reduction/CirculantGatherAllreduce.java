package org.braid.coll.algorithm.reduction;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.algorithm.movement.DisseminationAllgather;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * An allreduce that gives nothing back to folded ranks but a block: reduce-scatter by recursive doubling of distances (Bernaschi, Iannello and Lauria 2003), as in Rabenseifner's allreduce, then an allgather of all ranks on a circulant graph (Träff 2024), which needs no power of two.
 *
 * <p>Cost: 2 lg P α + 2(P-1)/P nβ + (P-1)/P nγ, and 2α + nβ + nγ for a size that is no power of two, where Rabenseifner's has nβ more. Any operator: partial results are of ranks that follow each other. Use when long messages, a size that is no power of two, and the order matters.
 */
public final class CirculantGatherAllreduce implements Generator {
    @Override
    public Schedule generate(Shape shape, Told told) {
        var allreduce = new Allreduce(shape);
        allreduce.scatter();
        allreduce.spread(shape.size());
        return allreduce.steps.build();
    }

    /** What one rank does. */
    private static final class Allreduce {
        final ScheduleBuilder steps;
        final Fold fold;
        final MirroredBlocks blocks;
        final Partial partial;
        final int own; // block

        Allreduce(Shape shape) {
            fold = new Fold(shape.size(), shape.rank());
            blocks = new MirroredBlocks(fold);
            steps = new ScheduleBuilder(shape).cut(shape.size());
            partial = new Partial(steps, Schedule.OUT, 1, shape.size());
            own = blocks.own();
        }

        void scatter() {
            fold.in(steps, partial, fold.size());
            if (fold.isFolded()) {
                steps.receive(fold.rank() - 1, Schedule.OUT, own, own + 1);
                return;
            }
            halve();
            if (fold.isPaired()) {
                steps.send(fold.rank() + 1, Schedule.OUT, own + 1, own + 2);
            }
        }

        /** Partners share what their groups have, and each combines one half of it. */
        void halve() {
            int me = fold.coreRank();
            int from = 0;
            int to = fold.core();
            for (int distance = 1; distance < fold.core(); distance *= 2) {
                int partner = fold.realRank(me ^ distance);
                int middle = (from + to) / 2;
                boolean isLeft = (me & distance) == 0;
                int given = isLeft ? middle : from;
                int givenEnd = isLeft ? to : middle;
                from = isLeft ? from : middle;
                to = isLeft ? middle : to;
                steps.receive(partner, partial.incoming(), blocks.start(from), blocks.start(to));
                steps.send(partner, partial.buffer(), blocks.start(given), blocks.start(givenEnd));
                if (isLeft) {
                    partial.combineRight(blocks.start(from), blocks.start(to));
                } else {
                    partial.combineLeft(blocks.start(from), blocks.start(to));
                }
            }
            partial.settle(Schedule.OUT, blocks.start(from), blocks.start(to));
        }

        /** From the own block to so many, counted round; who folds a rank has that one's from before. */
        void spread(int count) {
            int distance = (count + 1) / 2;
            int taken = count - distance;
            if (distance > 1) {
                spread(distance);
            }
            if (taken == 0) {
                return;
            }
            int source = (own + distance) % fold.size();
            if (distance > 1 || fold.isFolded() || !fold.isPaired()) {
                DisseminationAllgather.receive(steps, blocks.owner(source), source, taken);
            }
            if (distance > 1 || !fold.isFolded()) {
                DisseminationAllgather.send(steps, blocks.owner(Math.floorMod(own - distance, fold.size())), own, taken);
            }
        }
    }
}
