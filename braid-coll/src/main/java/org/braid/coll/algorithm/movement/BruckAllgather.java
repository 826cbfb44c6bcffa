package org.braid.coll.algorithm.movement;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Bruck's allgather (Bruck, Ho, Kipnis, Upfal and Weathersby 1997): blocks are collected in an order that begins with one's own; in round i
 * r^i of them go r^i, 2r^i, … (r-1)r^i ranks to the left, all at once; in the end they are rotated into place.
 *
 * <p>Cost: log_r P (α + (r-2)o) + (P-1)nβ, and one copy of everything. Use when short blocks and a size that is no power of two.
 */
public final class BruckAllgather implements Generator {
    /** r where nothing is said. */
    private static final int USUAL_RADIX = 2;

    @Override
    public Schedule generate(Shape shape, Told told) {
        int radix = told.radix(USUAL_RADIX);
        var steps = new ScheduleBuilder(shape);
        int size = shape.size();
        int rank = shape.rank();
        int collected = steps.temporary(1, size);
        int own = shape.inPlace() ? rank : 0;
        steps.copy(shape.operand(), own, own + 1, collected, 0);
        for (long known = 1; known < size; known *= radix) {
            for (long distance = known; distance < size && distance < known * radix; distance += known) {
                int far = (int) distance;
                int blocks = (int) Math.min(known, size - distance);
                steps.receive((rank + far) % size, collected, far, far + blocks);
                steps.send(Math.floorMod(rank - far, size), collected, 0, blocks);
            }
        }
        steps.copy(collected, 0, size - rank, Schedule.OUT, rank);
        if (rank > 0) {
            steps.copy(collected, size - rank, size, Schedule.OUT, 0);
        }
        return steps.build();
    }
}
