package org.braid.coll.algorithm.circulant;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Allgather in s segments on a circulant graph, also with a block table (all-broadcast of Träff 2025): each rank's block goes as a {@linkplain CirculantBcast broadcast} from there, all of them in the same rounds over the same edges. So a rank with a long block among short ones
 * costs as much as its broadcast, where all that pass on whole blocks pay ⌈lg P⌉ times for it. Each segment straight from its place into its place, which is why they go as a message each.
 *
 * <p>Cost: (lg P - 1 + s)(α + nβ/s) of the longest block n, the bytes of all blocks at least, and (P-1)s o. Use when blocks are of very unequal lengths, some of them long.
 */
public final class CirculantAllBroadcast implements Generator {
    /** A schedule has no more than so many segments of others' blocks, or one of each. */
    private static final int MOST_RECEIVES = 1 << 16;

    @Override
    public Schedule generate(Shape shape, Told told) {
        var gather = new Gather(shape, told.segments());
        int own = shape.rank() * gather.count;
        if (!shape.inPlace()) {
            gather.steps.copy(Schedule.IN, 0, gather.count, Schedule.OUT, own);
        }
        for (int phase = 0; phase < gather.segments.phases(); phase++) {
            for (int k = gather.segments.first(phase); k < gather.graph.rounds(); k++) {
                gather.exchange(phase, k);
            }
        }
        return gather.steps.build();
    }

    /** In how many pieces blocks of so many ranks go. */
    static int bounded(int segments, int size) {
        return Math.clamp(MOST_RECEIVES / size, 1, segments);
    }

    static Segments.Firsts[] firsts(Segments segments, int size) {
        Segments.Firsts[] firsts = new Segments.Firsts[size];
        for (int rank = 0; rank < size; rank++) {
            firsts[rank] = segments.firsts(rank);
        }
        return firsts;
    }

    /** What one rank does. */
    private static final class Gather {
        final ScheduleBuilder steps;
        final Shape shape;
        final CirculantBlocks graph;
        final int count;
        final Segments segments;
        final Segments.Firsts[] firsts; // of whom the root is so many ranks to the left

        Gather(Shape shape, int segments) {
            this.shape = shape;
            this.count = bounded(segments, shape.size());
            this.steps = new ScheduleBuilder(shape).cut(count);
            this.graph = new CirculantBlocks(shape.size());
            this.segments = Segments.of(graph, count);
            this.firsts = firsts(this.segments, shape.size());
        }

        void exchange(int phase, int k) {
            int source = graph.source(shape.rank(), k);
            int target = graph.target(shape.rank(), k);
            for (int root = 0; root < shape.size(); root++) {
                int segment = coming(shape.rank(), root, phase, k);
                if (segment >= 0) {
                    steps.receive(source, Schedule.OUT, root * count + segment, root * count + segment + 1);
                }
            }
            for (int root = 0; root < shape.size(); root++) {
                int segment = coming(target, root, phase, k);
                if (segment >= 0) {
                    steps.send(target, Schedule.OUT, root * count + segment, root * count + segment + 1);
                }
            }
        }

        /** Which segment of a root's block comes to a rank; -1 for none that it has not. */
        int coming(int rank, int root, int phase, int k) {
            return rank == root ? -1 : firsts[Math.floorMod(rank - root, shape.size())].at(phase, k);
        }
    }
}
