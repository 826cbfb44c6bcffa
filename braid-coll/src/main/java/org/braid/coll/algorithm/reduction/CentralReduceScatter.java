package org.braid.coll.algorithm.reduction;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.algorithm.movement.LinearScatter;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Reduce-scatter at a centre, also with a block table: everybody sends all its blocks to rank 0, which combines them from the last rank to the first and sends everybody its own. What comes lands in two pieces of memory in turn.
 *
 * <p>Cost: 2α + 2(P-1)o + (P-1)P n(β + γ) with n bytes per block, 2(P-1) messages. Use when more ranks than cores and short blocks: every rank needs the processor once to give and once to get.
 */
public final class CentralReduceScatter implements Generator {
    private static final int LANDINGS = 2;

    @Override
    public Schedule generate(Shape shape, Told told) {
        var steps = new ScheduleBuilder(shape);
        if (shape.rank() > 0) {
            steps.send(0, Schedule.IN, 0, shape.size());
            steps.receive(0, Schedule.OUT, shape.rank(), shape.rank() + 1);
            return steps.build();
        }
        int reduced = combine(steps);
        LinearScatter.append(steps, reduced);
        steps.copy(reduced, 0, 1, Schedule.OUT, 0);
        return steps.build();
    }

    /** Where all operands are combined. */
    private static int combine(ScheduleBuilder steps) {
        int size = steps.shape().size();
        if (size == 1) {
            return Schedule.IN;
        }
        int result = steps.temporaryLike(Schedule.IN);
        int[] landings = new int[LANDINGS];
        steps.receive(size - 1, result, 0, size);
        for (int source = size - 2; source > 0; source--) {
            int turn = source % LANDINGS;
            landings[turn] = landings[turn] == 0 ? steps.temporaryLike(Schedule.IN) : landings[turn];
            steps.receive(source, landings[turn], 0, size);
            steps.reduce(landings[turn], 0, size, result, 0);
        }
        steps.reduce(Schedule.IN, 0, size, result, 0);
        return result;
    }
}
