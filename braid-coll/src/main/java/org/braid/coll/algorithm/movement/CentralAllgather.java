package org.braid.coll.algorithm.movement;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Allgather at a centre: everybody sends its block to rank 0, which sends all of them to everybody.
 *
 * <p>Cost: 2α + 2(P-1)o + (P-1)P nβ, 2(P-1) messages. Use when more ranks than cores and short blocks: every rank needs the processor once to give and once to get, and handles two messages where the flat
 * exchange has 2(P-1) of them.
 */
public final class CentralAllgather implements Generator {
    @Override
    public Schedule generate(Shape shape, Told told) {
        var steps = new ScheduleBuilder(shape);
        int size = shape.size();
        if (shape.rank() != 0) {
            LinearAllgather.sendOwn(steps, 0);
            steps.receive(0, Schedule.OUT, 0, size);
            return steps.build();
        }
        LinearAllgather.placeOwn(steps);
        for (int peer = 1; peer < size; peer++) {
            steps.receive(peer, Schedule.OUT, peer, peer + 1);
        }
        for (int peer = 1; peer < size; peer++) {
            steps.send(peer, Schedule.OUT, 0, size);
        }
        return steps.build();
    }
}
