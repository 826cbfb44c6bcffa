package org.braid.coll.algorithm.movement;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Allgather by dissemination, also with a block table: in round k the 2^k blocks that a rank has, its own and those to the right, go to the rank 2^k to the left, straight from their places into theirs. Where they run over the
 * end of the ranks they go as two messages, and blocks of a table, which may lie anywhere, as one each: nothing is copied, which is what Bruck's pays for always sending one.
 *
 * <p>Cost: lg P α + (P-1)nβ, at most 2 lg P messages a rank; (P-1)o more with a table. Use when a size that is no power of two, or blocks of unequal lengths.
 */
public final class DisseminationAllgather implements Generator {
    @Override
    public Schedule generate(Shape shape, Told told) {
        var steps = new ScheduleBuilder(shape);
        LinearAllgather.placeOwn(steps);
        append(steps);
        return steps.build();
    }

    /** Unit r of OUT of each rank r comes to everybody. */
    public static void append(ScheduleBuilder steps) {
        Shape shape = steps.shape();
        for (int distance = 1; distance < shape.size(); distance *= 2) {
            int blocks = Math.min(distance, shape.size() - distance);
            int source = (shape.rank() + distance) % shape.size();
            receive(steps, source, source, blocks);
            send(steps, Math.floorMod(shape.rank() - distance, shape.size()), shape.rank(), blocks);
        }
    }

    /** Units from {@code first} on, counted round, of OUT. */
    public static void receive(ScheduleBuilder steps, int peer, int first, int units) {
        int size = steps.shape().size();
        for (int at = 0; at < units; at += together(steps, first + at, units - at)) {
            int from = (first + at) % size;
            steps.receive(peer, Schedule.OUT, from, from + together(steps, from, units - at));
        }
    }

    /** As {@link #receive}, at the other end. */
    public static void send(ScheduleBuilder steps, int peer, int first, int units) {
        int size = steps.shape().size();
        for (int at = 0; at < units; at += together(steps, first + at, units - at)) {
            int from = (first + at) % size;
            steps.send(peer, Schedule.OUT, from, from + together(steps, from, units - at));
        }
    }

    /** How many of these units make one message. */
    private static int together(ScheduleBuilder steps, int first, int units) {
        int size = steps.shape().size();
        return steps.layout(Schedule.OUT) == Schedule.TABLE ? 1 : Math.min(units, size - first % size);
    }
}
