package org.braid.coll.algorithm.movement;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Flat (spread) allgather, also with a block table: everybody sends its block to everybody, all at once.
 *
 * <p>Cost: α + (P-1)(o + nβ). Use when few ranks, or more ranks than cores: every rank needs the processor once.
 */
public final class LinearAllgather implements Generator {
    @Override
    public Schedule generate(Shape shape, Told told) {
        var steps = new ScheduleBuilder(shape);
        int size = shape.size();
        for (int distance = 1; distance < size; distance++) {
            int source = Math.floorMod(shape.rank() - distance, size);
            steps.receive(source, Schedule.OUT, source, source + 1);
        }
        for (int distance = 1; distance < size; distance++) {
            sendOwn(steps, (shape.rank() + distance) % size);
        }
        placeOwn(steps);
        return steps.build();
    }

    /** The own block goes to {@code peer}. */
    static void sendOwn(ScheduleBuilder steps, int peer) {
        int unit = steps.shape().inPlace() ? steps.shape().rank() : 0;
        steps.send(peer, steps.shape().operand(), unit, unit + 1);
    }

    /** The own block comes into its place in OUT. */
    public static void placeOwn(ScheduleBuilder steps) {
        if (!steps.shape().inPlace()) {
            steps.copy(Schedule.IN, 0, 1, Schedule.OUT, steps.shape().rank());
        }
    }
}
