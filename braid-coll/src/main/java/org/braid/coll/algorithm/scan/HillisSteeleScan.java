package org.braid.coll.algorithm.scan;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Hillis and Steele's scan (1986; "simultaneous binomial tree"): in round k each rank adds on the left what the rank 2^k to its left had;
 * each partial covers an interval that ends at its rank, so any size and any associative operator will do.
 *
 * <p>Cost: lg P (α + nβ + nγ); exscan first shifts the operands one rank to the right: α + nβ more. Use when every rank has a core.
 */
public final class HillisSteeleScan implements Generator {
    @Override
    public Schedule generate(Shape shape, Told told) {
        return shape.operation() == Operation.SCAN ? inclusive(shape) : exclusive(shape);
    }

    private static Schedule inclusive(Shape shape) {
        var steps = new ScheduleBuilder(shape);
        if (!shape.inPlace()) {
            steps.copy(Schedule.IN, 0, 1, Schedule.OUT, 0);
        }
        rounds(steps, 0);
        return steps.build();
    }

    private static Schedule exclusive(Shape shape) {
        var steps = new ScheduleBuilder(shape);
        if (shape.rank() < shape.size() - 1) {
            steps.send(shape.rank() + 1, shape.operand(), 0, 1);
        }
        if (shape.rank() > 0) {
            steps.receive(shape.rank() - 1, Schedule.OUT, 0, 1);
            rounds(steps, 1);
        }
        return steps.build();
    }

    /** An inclusive scan of OUT over the ranks from {@code first} on. */
    private static void rounds(ScheduleBuilder steps, int first) {
        Shape shape = steps.shape();
        int prefix = steps.temporary(1, 1);
        for (int distance = 1; distance < shape.size() - first; distance *= 2) {
            if (shape.rank() + distance < shape.size()) {
                steps.send(shape.rank() + distance, Schedule.OUT, 0, 1);
            }
            if (shape.rank() - distance >= first) {
                steps.receive(shape.rank() - distance, prefix, 0, 1);
                steps.reduce(prefix, 0, 1, Schedule.OUT, 0);
            }
        }
    }
}
