package org.braid.coll.algorithm.locality;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Bine reduce-scatter (De Sensi and others 2025), also with a block table: the way back of a {@linkplain BineAllgather Bine allgather}. {@linkplain Butterfly Partners} exchange the blocks of each other's half and combine; those that a rank keeps follow each other, counted
 * round.
 *
 * <p>Cost: lg P α + (P-1)n(β + γ) with n bytes per block, at most 2 lg P messages a rank. Powers of two and commutative operators only. Use when short and middling blocks, and ranks with near numbers are near.
 */
public final class BineReduceScatter implements Generator {
    @Override
    public Schedule generate(Shape shape, Told told) {
        var steps = new ScheduleBuilder(shape);
        new ReduceScatter(steps).combine(shape.rank());
        return steps.build();
    }

    /** What one rank does. */
    private static final class ReduceScatter {
        final ScheduleBuilder steps;
        final int size;

        ReduceScatter(ScheduleBuilder steps) {
            this.steps = steps;
            this.size = steps.shape().size();
        }

        void combine(int rank) {
            var butterfly = new Butterfly(size);
            int partial = Schedule.IN;
            int home = -1;
            int landing = -1;
            for (int round = Integer.numberOfTrailingZeros(size) - 1; round >= 0; round--) {
                int partner = butterfly.partner(rank, round);
                int blocks = 1 << round;
                int kept = butterfly.first(rank, round);
                int given = butterfly.first(partner, round);
                boolean isFirst = partial == Schedule.IN;
                if (isFirst) {
                    home = steps.temporary(steps.layout(Schedule.IN), size);
                } else if (landing < 0) {
                    landing = steps.temporary(steps.layout(Schedule.IN), size);
                }
                for (int at = 0; at < blocks; at += together(kept, at, blocks)) {
                    int from = (kept + at) % size;
                    steps.receive(partner, isFirst ? home : landing, from, from + together(kept, at, blocks));
                }
                for (int at = 0; at < blocks; at += together(given, at, blocks)) {
                    int from = (given + at) % size;
                    steps.send(partner, partial, from, from + together(given, at, blocks));
                }
                for (int at = 0; at < blocks; at += together(kept, at, blocks)) {
                    int from = (kept + at) % size;
                    steps.reduce(isFirst ? Schedule.IN : landing, from, from + together(kept, at, blocks), home, from);
                }
                partial = home;
            }
            steps.copy(partial, rank, rank + 1, Schedule.OUT, rank);
        }

        /** How many blocks from there on do not go over the last rank. */
        int together(int first, int at, int blocks) {
            return Math.min(blocks - at, size - (first + at) % size);
        }
    }
}
