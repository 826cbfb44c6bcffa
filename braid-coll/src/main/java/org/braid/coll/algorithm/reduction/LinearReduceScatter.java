package org.braid.coll.algorithm.reduction;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.algorithm.movement.LinearScatter;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Flat reduce-scatter, also with a block table: everybody sends everybody its block, and combines what comes: from the last rank to the first, x0 ∘ (x1 ∘ (… ∘ xP-1)), so that operands stay in rank
 * order; if the operator commutes, as it comes, the left neighbour's first, whoever is in time. It lands in two pieces of memory in turn.
 *
 * <p>Cost: α + (P-1)(o + nβ + nγ) with n bytes per block. Use when few ranks, each with a core: one round; or long blocks and an operator that does not commute.
 */
public final class LinearReduceScatter implements Generator {
    private static final int LANDINGS = 2;

    @Override
    public Schedule generate(Shape shape, Told told) {
        var steps = new ScheduleBuilder(shape);
        LinearScatter.append(steps, Schedule.IN);
        combine(steps, Schedule.IN, Schedule.OUT, shape.rank());
        return steps.build();
    }

    /**
     * A unit of all operands is combined here, where they have been sent.
     *
     * @param home the buffer of the result, at the same unit; if it holds the operand, this is the last rank, or the operator commutes
     */
    static void combine(ScheduleBuilder steps, int operand, int home, int unit) {
        Shape shape = steps.shape();
        int rank = shape.rank();
        int size = shape.size();
        int first = shape.commutative() ? operand == home ? rank : Math.floorMod(rank - 1, size) : size - 1;
        if (first != rank) {
            steps.receive(first, home, unit, unit + 1);
        } else if (operand != home) {
            steps.copy(operand, unit, unit + 1, home, unit);
        }
        int[] landings = new int[LANDINGS];
        int received = 0;
        if (shape.commutative() && first != rank) {
            steps.reduce(operand, unit, unit + 1, home, unit); // while the others are on their way
        }
        for (int before = 1; before < size; before++) {
            int source = Math.floorMod(first - before, size);
            if (source != rank) {
                int turn = received++ % LANDINGS;
                landings[turn] = landings[turn] == 0 ? steps.temporary(steps.layout(operand), size) : landings[turn];
                steps.receive(source, landings[turn], unit, unit + 1);
                steps.reduce(landings[turn], unit, unit + 1, home, unit);
            } else if (!shape.commutative()) {
                steps.reduce(operand, unit, unit + 1, home, unit);
            }
        }
    }
}
