package org.braid.coll.algorithm.movement;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Flat scatter, also with a block table: the root sends everybody its block.
 *
 * <p>Cost: α + (P-1)o + (P-1)nβ. Use when long blocks, few ranks, or counts that only the root knows.
 */
public final class LinearScatter implements Generator {
    @Override
    public Schedule generate(Shape shape, Told told) {
        var steps = new ScheduleBuilder(shape);
        if (!shape.isRoot()) {
            steps.receive(shape.root(), Schedule.OUT, 0, 1);
            return steps.build();
        }
        append(steps, Schedule.IN);
        if (!shape.inPlace()) {
            steps.copy(Schedule.IN, shape.rank(), shape.rank() + 1, Schedule.OUT, 0);
        }
        return steps.build();
    }

    /** Block r of {@code source} goes to rank r, for all other ranks. */
    public static void append(ScheduleBuilder steps, int source) {
        Shape shape = steps.shape();
        for (int distance = 1; distance < shape.size(); distance++) {
            int peer = (shape.rank() + distance) % shape.size();
            steps.send(peer, source, peer, peer + 1);
        }
    }
}
