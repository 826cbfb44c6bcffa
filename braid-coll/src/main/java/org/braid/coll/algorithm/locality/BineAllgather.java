package org.braid.coll.algorithm.locality;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.algorithm.movement.DisseminationAllgather;
import org.braid.coll.algorithm.movement.LinearAllgather;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Bine allgather (De Sensi and others 2025), also with a block table: {@linkplain Butterfly partners} exchange all they have. Their distances are two thirds of those of recursive doubling, and the blocks follow each other, so that none is copied.
 *
 * <p>Cost: lg P α + (P-1)nβ, at most 2 lg P messages a rank; (P-1)o more with a table. Powers of two only. Use when short blocks, and ranks with near numbers are near.
 */
public final class BineAllgather implements Generator {
    @Override
    public Schedule generate(Shape shape, Told told) {
        var steps = new ScheduleBuilder(shape);
        var butterfly = new Butterfly(shape.size());
        LinearAllgather.placeOwn(steps);
        for (int round = 0; 1 << round < shape.size(); round++) {
            int partner = butterfly.partner(shape.rank(), round);
            DisseminationAllgather.receive(steps, partner, butterfly.first(partner, round), 1 << round);
            DisseminationAllgather.send(steps, partner, butterfly.first(shape.rank(), round), 1 << round);
        }
        return steps.build();
    }
}
