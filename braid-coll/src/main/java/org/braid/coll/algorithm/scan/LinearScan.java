package org.braid.coll.algorithm.scan;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Chain scan and exscan: the prefix travels from rank to rank.
 *
 * <p>Cost: (P-1)(α + nβ + nγ), only P-1 messages. Use when few ranks, or more ranks than cores.
 */
public final class LinearScan implements Generator {
    @Override
    public Schedule generate(Shape shape, Told told) {
        return shape.operation() == Operation.SCAN ? inclusive(shape) : exclusive(shape);
    }

    /** Scan: OUT = prefix of the left neighbour ∘ own operand. */
    private static Schedule inclusive(Shape shape) {
        var steps = new ScheduleBuilder(shape);
        if (!shape.inPlace()) {
            steps.copy(Schedule.IN, 0, 1, Schedule.OUT, 0);
        }
        if (shape.rank() > 0) {
            int prefix = steps.temporary(1, 1);
            steps.receive(shape.rank() - 1, prefix, 0, 1);
            steps.reduce(prefix, 0, 1, Schedule.OUT, 0);
        }
        if (shape.rank() < shape.size() - 1) {
            steps.send(shape.rank() + 1, Schedule.OUT, 0, 1);
        }
        return steps.build();
    }

    /** Exscan: OUT = what the left neighbour sends; the right one gets it combined with the own operand. */
    private static Schedule exclusive(Shape shape) {
        var steps = new ScheduleBuilder(shape);
        boolean last = shape.rank() == shape.size() - 1;
        int next = shape.operand();
        if (shape.rank() > 0 && !last) {
            next = steps.temporary(1, 1);
            steps.copy(shape.operand(), 0, 1, next, 0);
        }
        if (shape.rank() > 0) {
            steps.receive(shape.rank() - 1, Schedule.OUT, 0, 1);
        }
        if (shape.rank() > 0 && !last) {
            steps.reduce(Schedule.OUT, 0, 1, next, 0);
        }
        if (!last) {
            steps.send(shape.rank() + 1, next, 0, 1);
        }
        return steps.build();
    }
}
