package org.braid.coll.algorithm.locality;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * PAT reduce-scatter (Jeaugey 2025): each block's operands up the binomial tree of the rank where it belongs, {@linkplain ParallelTrees up to A trees} together. What goes together lies packed from the first on, and depth first there is one partial result for each
 * distance, however many ranks there are.
 *
 * <pre>
 *   partial of distance 2^k   | block | block | …   of what hangs on the ranks of a round, this rank's operands included
 *   roots                     | block | block | …   likewise, of the trees that go together; in the end the first one is the result
 * </pre>
 *
 * <p>Cost: (lg A + P/A)α + (P-1)n(β + γ), with 2 (lg P + 1)An bytes of scratch; few blocks go far. Commutative operators only: partial results go round past the last rank.
 */
public final class PatReduceScatter implements Generator {
    @Override
    public Schedule generate(Shape shape, Told told) {
        if (shape.size() == 1) {
            var steps = new ScheduleBuilder(shape);
            steps.copy(Schedule.IN, 0, 1, Schedule.OUT, 0);
            return steps.build();
        }
        var scatter = new Scatter(shape, told.blocks(ParallelTrees.USUAL_BLOCKS));
        scatter.trees.collect(scatter);
        scatter.steps.copy(scatter.roots, 0, 1, Schedule.OUT, shape.rank());
        return scatter.steps.build();
    }

    /** What one rank does. */
    private static final class Scatter implements ParallelTrees.Round {
        final ScheduleBuilder steps;
        final Shape shape;
        final ParallelTrees trees;
        final int roots;
        final int[] partials; // by the bit that the distance has
        final int[] landings;
        int packed;

        Scatter(Shape shape, int most) {
            this.steps = new ScheduleBuilder(shape);
            this.shape = shape;
            this.trees = new ParallelTrees(shape.size(), most);
            this.roots = steps.temporary(1, trees.width());
            this.partials = new int[Integer.SIZE];
            this.landings = new int[Integer.SIZE];
        }

        @Override
        public void pass(int distance, int first, int stride, int count) {
            int target = Math.floorMod(shape.rank() - distance, shape.size());
            int source = (shape.rank() + distance) % shape.size();
            if (distance >= trees.stride()) {
                amongRoots(source, target, distance, count);
            } else {
                send(target, distance, first, count);
                combine(source, distance, first - distance, count);
            }
        }

        /** What hangs on the ranks of this round has come. */
        void send(int target, int distance, int first, int count) {
            if (distance > 1 && first + 1 < shape.size()) {
                steps.send(target, partial(first), 0, count);
            } else if (count == 1) {
                steps.send(target, Schedule.IN, block(first), block(first) + 1);
            } else {
                int leaves = partial(first);
                for (int at = 0; at < count; at++) {
                    copy(first, at, leaves);
                }
                steps.send(target, leaves, 0, count);
            }
        }

        /** The first that comes for some trees lands where their partial results are made. */
        void combine(int source, int distance, int parent, int count) {
            int partial = partial(parent);
            if (distance > 1) {
                int landing = landing(distance);
                steps.receive(source, landing, 0, count);
                steps.reduce(landing, 0, count, partial, 0);
                return;
            }
            steps.receive(source, partial, 0, count);
            for (int at = 0; parent + at * trees.stride() < shape.size(); at++) {
                if (at < count) {
                    int block = block(parent + at * trees.stride());
                    steps.reduce(Schedule.IN, block, block + 1, partial, at);
                } else {
                    copy(parent, at, partial);
                }
            }
        }

        /** Nothing has come for it. */
        void copy(int first, int at, int partial) {
            int block = block(first + at * trees.stride());
            steps.copy(Schedule.IN, block, block + 1, partial, at);
        }

        /** Between ranks on which the trees of one round hang. */
        void amongRoots(int source, int target, int distance, int count) {
            int apart = distance / trees.stride();
            int landing = landing(distance);
            steps.receive(source, landing, 0, count);
            if (count == 1) {
                steps.send(target, roots, apart, apart + 1);
            } else {
                packed = packed == 0 ? steps.temporary(1, trees.width()) : packed;
                for (int at = 0; at < count; at++) {
                    int root = apart + 2 * apart * at;
                    steps.copy(roots, root, root + 1, packed, at);
                }
                steps.send(target, packed, 0, count);
            }
            for (int at = 0; at < count; at++) {
                steps.reduce(landing, at, at + 1, roots, 2 * apart * at);
            }
        }

        /** Of trees whose ranks are so many ranks to the right of where their blocks belong, and a multiple of the stride more. */
        int partial(int first) {
            if (first == 0) {
                return roots;
            }
            int bit = Integer.numberOfTrailingZeros(first);
            partials[bit] = partials[bit] == 0 ? steps.temporary(1, trees.width()) : partials[bit];
            return partials[bit];
        }

        int landing(int distance) {
            int bit = Integer.numberOfTrailingZeros(distance);
            landings[bit] = landings[bit] == 0 ? steps.temporary(1, trees.width()) : landings[bit];
            return landings[bit];
        }

        /** Which block this rank has operands of that go over so many ranks. */
        int block(int distance) {
            return Math.floorMod(shape.rank() - distance, shape.size());
        }
    }
}
