package org.braid.coll.algorithm.movement;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Dissemination barrier (Hensgen, Finkel and Manber 1988): in round k rank r tells rank r + 2^k what it knows; after lg P rounds
 * everybody has heard of everybody, for any P. A send waits for the receives of all earlier rounds: they may come in any order.
 *
 * <p>Cost: lg P · α, P lg P messages. Use when every rank has a core.
 */
public final class DisseminationBarrier implements Generator {
    @Override
    public Schedule generate(Shape shape, Told told) {
        var steps = new ScheduleBuilder(shape);
        int size = shape.size();
        for (int distance = 1; distance < size; distance *= 2) {
            int send = steps.send((shape.rank() + distance) % size, Schedule.OUT, 0, 0);
            for (int heard = 1; heard < send; heard += 2) {
                steps.after(heard);
            }
            steps.receive(Math.floorMod(shape.rank() - distance, size), Schedule.OUT, 0, 0);
        }
        return steps.build();
    }
}
