package org.braid.coll.algorithm.reduction;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Ring reduce-scatter (Patarasuk and Yuan 2009), also with a block table: a block sets out to the right of the rank where it belongs and is combined at every stop, until it comes home from the left. The first half of a {@linkplain RingAllreduce ring allreduce}.
 *
 * <p>Cost: (P-1)(α + nβ + nγ) with n bytes per block. Commutative operators only. Use when long blocks: only neighbours talk.
 */
public final class RingReduceScatter implements Generator {
    @Override
    public Schedule generate(Shape shape, Told told) {
        var steps = new ScheduleBuilder(shape);
        int size = shape.size();
        int rank = shape.rank();
        if (size == 1) {
            steps.copy(Schedule.IN, 0, 1, Schedule.OUT, 0);
            return steps.build();
        }
        int passing = steps.temporary(steps.layout(Schedule.IN), size);
        for (int round = 0; round < size - 1; round++) {
            int given = Math.floorMod(rank - 1 - round, size);
            int taken = Math.floorMod(rank - 2 - round, size);
            int target = taken == rank ? Schedule.OUT : passing;
            steps.receive(Math.floorMod(rank - 1, size), target, taken, taken + 1);
            steps.send((rank + 1) % size, round == 0 ? Schedule.IN : passing, given, given + 1);
            steps.reduce(Schedule.IN, taken, taken + 1, target, taken);
        }
        return steps.build();
    }
}
