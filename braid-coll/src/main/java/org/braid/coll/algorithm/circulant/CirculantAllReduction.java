package org.braid.coll.algorithm.circulant;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Reduce-scatter in s segments on a circulant graph, also with a block table (all-reduction of Träff 2025): the {@linkplain CirculantAllBroadcast all-broadcast} backwards, each block as a {@linkplain CirculantReduce reduction} to whom it belongs.
 *
 * <p>Cost: (lg P - 1 + s)(α + n(β + γ)/s) of the longest block n, the bytes of all blocks at least, and (P-1)s o. Commutative operators only. Use when blocks are of very unequal lengths, some of them long.
 */
public final class CirculantAllReduction implements Generator {
    @Override
    public Schedule generate(Shape shape, Told told) {
        var scatter = new Scatter(shape, told.segments());
        for (int phase = scatter.segments.phases() - 1; phase >= 0; phase--) {
            for (int k = scatter.graph.rounds() - 1; k >= scatter.segments.first(phase); k--) {
                scatter.exchange(phase, k);
            }
        }
        int own = shape.rank() * scatter.count;
        scatter.steps.copy(shape.size() == 1 ? Schedule.IN : scatter.home, own, own + scatter.count, Schedule.OUT, own);
        return scatter.steps.build();
    }

    /** What one rank does. */
    private static final class Scatter {
        final ScheduleBuilder steps;
        final Shape shape;
        final CirculantBlocks graph;
        final int count;
        final Segments segments;
        final Segments.Firsts[] firsts; // of whom the root is so many ranks to the left
        final int home; // where this rank combines
        final int landing;
        final boolean[] isHome; // which segments are there already

        Scatter(Shape shape, int segments) {
            this.shape = shape;
            this.count = CirculantAllBroadcast.bounded(segments, shape.size());
            this.steps = new ScheduleBuilder(shape).cut(count);
            this.graph = new CirculantBlocks(shape.size());
            this.segments = Segments.of(graph, count);
            this.firsts = CirculantAllBroadcast.firsts(this.segments, shape.size());
            this.home = steps.temporaryLike(Schedule.IN);
            this.landing = steps.temporaryLike(Schedule.IN);
            this.isHome = new boolean[shape.size() * count];
        }

        /** A round of all-broadcast backwards: what came there from a rank goes to it. */
        void exchange(int phase, int k) {
            int source = graph.target(shape.rank(), k);
            int target = graph.source(shape.rank(), k);
            for (int root = 0; root < shape.size(); root++) {
                int unit = unit(source, root, phase, k);
                if (unit >= 0) {
                    steps.receive(source, isHome[unit] ? landing : home, unit, unit + 1);
                }
            }
            for (int root = 0; root < shape.size(); root++) {
                int unit = unit(shape.rank(), root, phase, k);
                if (unit >= 0) {
                    steps.send(target, isHome[unit] ? home : Schedule.IN, unit, unit + 1);
                }
            }
            for (int root = 0; root < shape.size(); root++) {
                int unit = unit(source, root, phase, k);
                if (unit >= 0) {
                    steps.reduce(isHome[unit] ? landing : Schedule.IN, unit, unit + 1, home, unit);
                    isHome[unit] = true;
                }
            }
        }

        /** Which segment of a root's block a rank passes on in such a round; -1 for none. */
        int unit(int rank, int root, int phase, int k) {
            int segment = rank == root ? -1 : firsts[Math.floorMod(rank - root, shape.size())].at(phase, k);
            return segment < 0 ? -1 : root * count + segment;
        }
    }
}
