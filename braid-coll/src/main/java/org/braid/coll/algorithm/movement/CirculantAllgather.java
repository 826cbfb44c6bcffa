package org.braid.coll.algorithm.movement;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Allgather on a circulant graph (Träff 2024): ranks at distance 1, … ⌈⌈P/2⌉/2⌉, ⌈P/2⌉ exchange, and each has its own block and those of so many ranks behind it. As few rounds and bytes as are possible for any P, every block straight to its place; also with a block table.
 *
 * <p>Cost: lg P α + (P-1)nβ, at most 2 lg P messages a rank; (P-1)o more with a table.
 */
public final class CirculantAllgather implements Generator {
    @Override
    public Schedule generate(Shape shape, Told told) {
        var steps = new ScheduleBuilder(shape);
        LinearAllgather.placeOwn(steps);
        spread(steps, shape.size());
        return steps.build();
    }

    /** From the own unit of OUT to so many. */
    public static void spread(ScheduleBuilder steps, int units) {
        int distance = (units + 1) / 2;
        int taken = units - distance;
        if (distance > 1) {
            spread(steps, distance);
        }
        Shape shape = steps.shape();
        int source = (shape.rank() + distance) % shape.size();
        if (taken > 0) {
            DisseminationAllgather.receive(steps, source, source, taken);
            DisseminationAllgather.send(steps, Math.floorMod(shape.rank() - distance, shape.size()), shape.rank(), taken);
        }
    }
}
