package org.braid.coll.algorithm.movement;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Flat broadcast: the root sends to everybody.
 *
 * <p>Cost: (P-2)(o + nG) + α + nβ. Use when few ranks, or more ranks than cores (each rank needs the processor once), or when receivers copy
 * straight out of the root's memory, all at once.
 */
public final class LinearBcast implements Generator {
    @Override
    public Schedule generate(Shape shape, Told told) {
        var steps = new ScheduleBuilder(shape);
        append(steps, shape.root());
        return steps.build();
    }

    /** OUT of {@code root} goes to everybody's OUT. */
    public static void append(ScheduleBuilder steps, int root) {
        Shape shape = steps.shape();
        if (shape.rank() != root) {
            steps.receive(root, Schedule.OUT, 0, 1);
            return;
        }
        for (int distance = 1; distance < shape.size(); distance++) {
            steps.send((root + distance) % shape.size(), Schedule.OUT, 0, 1);
        }
    }
}
