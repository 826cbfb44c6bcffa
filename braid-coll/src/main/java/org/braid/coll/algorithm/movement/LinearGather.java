package org.braid.coll.algorithm.movement;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Flat gather, also with a block table: everybody sends straight into its block at the root.
 *
 * <p>Cost: α + (P-1)o + (P-1)nβ. Use when long blocks, few ranks, or counts that only the root knows.
 */
public final class LinearGather implements Generator {
    @Override
    public Schedule generate(Shape shape, Told told) {
        var steps = new ScheduleBuilder(shape);
        if (!shape.isRoot()) {
            steps.send(shape.root(), Schedule.IN, 0, 1);
            return steps.build();
        }
        for (int distance = 1; distance < shape.size(); distance++) {
            int peer = shape.fromRoot(distance);
            steps.receive(peer, Schedule.OUT, peer, peer + 1);
        }
        if (!shape.inPlace()) {
            steps.copy(Schedule.IN, 0, 1, Schedule.OUT, shape.rank());
        }
        return steps.build();
    }
}
