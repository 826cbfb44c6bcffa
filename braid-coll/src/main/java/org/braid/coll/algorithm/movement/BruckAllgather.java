package org.braid.coll.algorithm.movement;

import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Bruck's allgather (Bruck, Ho, Kipnis, Upfal and Weathersby 1997): blocks are collected in an order that begins with one's own; in round k
 * 2^k of them go 2^k ranks to the left; in the end they are rotated into place.
 *
 * <p>Cost: lg P α + (P-1)nβ, and one copy of everything. Use when short blocks and a size that is no power of two.
 */
public final class BruckAllgather {
    private BruckAllgather() {}

    /** This rank's schedule; pure and local. */
    public static Schedule generate(Shape shape) {
        var steps = new ScheduleBuilder(shape);
        int size = shape.size();
        int rank = shape.rank();
        int collected = steps.temporary(1, size);
        int own = shape.inPlace() ? rank : 0;
        steps.copy(shape.operand(), own, own + 1, collected, 0);
        for (int distance = 1; distance < size; distance *= 2) {
            int blocks = Math.min(distance, size - distance);
            steps.receive((rank + distance) % size, collected, distance, distance + blocks);
            steps.send(Math.floorMod(rank - distance, size), collected, 0, blocks);
        }
        steps.copy(collected, 0, size - rank, Schedule.OUT, rank);
        if (rank > 0) {
            steps.copy(collected, size - rank, size, Schedule.OUT, 0);
        }
        return steps.build();
    }
}
