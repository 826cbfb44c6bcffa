package org.braid.coll.algorithm.locality;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.algorithm.movement.LinearAllgather;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Sparbit allgather (Loch and Koslovski 2021, "Sparbit: a new logarithmic-cost and data locality-aware MPI allgather algorithm"), also with a block table: a block goes along a binomial tree from its rank, to the farthest half first, so that few blocks go far and
 * many go near, where Bruck's has it the other way round. Each block straight from its place into its place, which is why they go as a message each.
 *
 * <pre>
 *   distance 2^k, from the largest below P down to 1:  the blocks of the ranks m·2^(k+1) to the left, m = 0, 1, …  ─────>  the rank 2^k to the right
 * </pre>
 *
 * <p>Cost: lg P α + (P-1)(o + nβ), half of the bytes to the next rank. Use when ranks with near numbers are near.
 */
public final class SparbitAllgather implements Generator {
    @Override
    public Schedule generate(Shape shape, Told told) {
        var steps = new ScheduleBuilder(shape);
        int size = shape.size();
        LinearAllgather.placeOwn(steps);
        for (int distance = Integer.highestOneBit(Math.max(1, size - 1)); distance > 0; distance /= 2) {
            int source = Math.floorMod(shape.rank() - distance, size);
            int target = (shape.rank() + distance) % size;
            for (int travelled = distance; travelled < size; travelled += 2 * distance) {
                int taken = Math.floorMod(shape.rank() - travelled, size);
                int given = Math.floorMod(shape.rank() - (travelled - distance), size);
                steps.receive(source, Schedule.OUT, taken, taken + 1);
                steps.send(target, Schedule.OUT, given, given + 1);
            }
        }
        return steps.build();
    }
}
