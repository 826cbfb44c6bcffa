package org.braid.coll.algorithm.movement;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Ring allgather, also with a block table: in each round the block that came last is passed to the right.
 *
 * <p>Cost: (P-1)α + (P-1)nβ. Use when long blocks: only neighbours talk, nothing is copied.
 */
public final class RingAllgather implements Generator {
    @Override
    public Schedule generate(Shape shape, Told told) {
        var steps = new ScheduleBuilder(shape);
        int size = shape.size();
        int rank = shape.rank();
        for (int round = 0; round < size - 1; round++) {
            int given = Math.floorMod(rank - round, size);
            int taken = Math.floorMod(rank - round - 1, size);
            steps.receive(Math.floorMod(rank - 1, size), Schedule.OUT, taken, taken + 1);
            if (round == 0) {
                LinearAllgather.sendOwn(steps, (rank + 1) % size);
            } else {
                steps.send((rank + 1) % size, Schedule.OUT, given, given + 1);
            }
        }
        LinearAllgather.placeOwn(steps);
        return steps.build();
    }
}
