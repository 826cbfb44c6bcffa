package org.braid.coll.algorithm.movement;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Scatter-allgather broadcast, flat: the vector is cut into P parts, the root sends each rank one, and everybody sends its own to everybody who lacks it.
 *
 * <p>Cost: 2α + 2(P-1)o + 2(P-1)/P nβ. Use when few ranks, each with a core, and messages of middling length: two rounds.
 */
public final class ScatterLinearBcast implements Generator {
    @Override
    public Schedule generate(Shape shape, Told told) {
        var steps = new ScheduleBuilder(shape).cut(shape.size());
        int own = shape.rank();
        if (!shape.isRoot()) {
            steps.receive(shape.root(), Schedule.OUT, own, own + 1);
        }
        for (int distance = 1; distance < shape.size(); distance++) {
            int target = (own + distance) % shape.size();
            if (shape.isRoot()) {
                steps.send(target, Schedule.OUT, target, target + 1);
            }
        }
        for (int distance = 1; distance < shape.size(); distance++) {
            int source = Math.floorMod(own - distance, shape.size());
            int target = (own + distance) % shape.size();
            if (!shape.isRoot()) {
                steps.receive(source, Schedule.OUT, source, source + 1);
            }
            if (target != shape.root()) {
                steps.send(target, Schedule.OUT, own, own + 1);
            }
        }
        return steps.build();
    }
}
