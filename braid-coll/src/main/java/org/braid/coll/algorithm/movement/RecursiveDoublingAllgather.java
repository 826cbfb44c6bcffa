package org.braid.coll.algorithm.movement;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Recursive-doubling allgather: in round k partners at distance 2^k exchange the 2^k blocks of their groups, which are contiguous.
 *
 * <p>Cost: lg P α + (P-1)nβ. Powers of two only. Use when short blocks and every rank has a core.
 */
public final class RecursiveDoublingAllgather implements Generator {
    @Override
    public Schedule generate(Shape shape, Told told) {
        var steps = new ScheduleBuilder(shape);
        LinearAllgather.placeOwn(steps);
        for (int distance = 1; distance < shape.size(); distance *= 2) {
            int partner = shape.rank() ^ distance;
            int mine = shape.rank() & -distance;
            int theirs = partner & -distance;
            steps.receive(partner, Schedule.OUT, theirs, theirs + distance);
            steps.send(partner, Schedule.OUT, mine, mine + distance);
        }
        return steps.build();
    }
}
