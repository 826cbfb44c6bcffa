package org.braid.coll.algorithm.movement;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Dissemination barrier of radix k: in round i rank r tells the ranks r + j k^i, for j from 1 to k-1, what it knows, so that after ⌈log k P⌉ rounds everybody has heard of everybody, for any P. A send waits for the receives
 * of all earlier rounds: they may come in any order.
 *
 * <p>Cost: log_k P (α + (k-2)o), P (k-1) log_k P messages. Use when a message is long on its way against the work of sending one: fewer rounds.
 */
public final class KDisseminationBarrier implements Generator {
    /** k where nothing is said: three messages a round. */
    private static final int USUAL_RADIX = 4;

    @Override
    public Schedule generate(Shape shape, Told told) {
        int radix = told.radix(USUAL_RADIX);
        var steps = new ScheduleBuilder(shape);
        int size = shape.size();
        for (long distance = 1; distance < size; distance *= radix) {
            int earlier = steps.steps();
            for (long ahead = distance; ahead < Math.min(size, radix * distance); ahead += distance) {
                steps.send((int) ((shape.rank() + ahead) % size), Schedule.OUT, 0, 0);
                for (int heard = 1; heard < earlier; heard += 2) {
                    steps.after(heard);
                }
                steps.receive((int) Math.floorMod(shape.rank() - ahead, (long) size), Schedule.OUT, 0, 0);
            }
        }
        return steps.build();
    }
}
