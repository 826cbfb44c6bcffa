package org.braid.coll.algorithm.locality;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.algorithm.movement.LinearAllgather;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * PAT allgather (Jeaugey 2025): each block along the binomial tree of its own rank, {@linkplain ParallelTrees up to A trees} together. Blocks that go together are packed into scratch, two pieces of it for each distance, however many ranks there are.
 *
 * <p>Cost: (lg A + P/A)α + (P-1)nβ + 2(P-1)n copied, with 2 lg P An bytes of scratch; few blocks go far. Use when ranks with near numbers are near: with more blocks together for short ones, with fewer for long ones.
 */
public final class PatAllgather implements Generator {
    @Override
    public Schedule generate(Shape shape, Told told) {
        var allgather = new Allgather(shape, told.blocks(ParallelTrees.USUAL_BLOCKS));
        LinearAllgather.placeOwn(allgather.steps);
        if (shape.size() > 1) {
            allgather.trees.spread(allgather);
        }
        return allgather.steps.build();
    }

    /** What one rank does. */
    private static final class Allgather implements ParallelTrees.Round {
        final ScheduleBuilder steps;
        final Shape shape;
        final ParallelTrees trees;
        final int[] given; // by the bit that the distance has
        final int[] taken;

        Allgather(Shape shape, int most) {
            this.steps = new ScheduleBuilder(shape);
            this.shape = shape;
            this.trees = new ParallelTrees(shape.size(), most);
            this.given = new int[Integer.SIZE];
            this.taken = new int[Integer.SIZE];
        }

        @Override
        public void pass(int distance, int first, int stride, int count) {
            int source = Math.floorMod(shape.rank() - distance, shape.size());
            int target = (shape.rank() + distance) % shape.size();
            if (count == 1) {
                steps.receive(source, Schedule.OUT, block(first), block(first) + 1);
                steps.send(target, Schedule.OUT, block(first - distance), block(first - distance) + 1);
                return;
            }
            int bit = Integer.numberOfTrailingZeros(distance);
            if (given[bit] == 0) {
                given[bit] = steps.temporary(1, trees.width());
                taken[bit] = steps.temporary(1, trees.width());
            }
            steps.receive(source, taken[bit], 0, count);
            for (int at = 0; at < count; at++) {
                int block = block(first + at * stride - distance);
                steps.copy(Schedule.OUT, block, block + 1, given[bit], at);
            }
            steps.send(target, given[bit], 0, count);
            for (int at = 0; at < count; at++) {
                steps.copy(taken[bit], at, at + 1, Schedule.OUT, block(first + at * stride));
            }
        }

        /** Whose block has come over so many ranks. */
        int block(int travelled) {
            return Math.floorMod(shape.rank() - travelled, shape.size());
        }
    }
}
