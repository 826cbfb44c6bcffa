package org.braid.coll.algorithm.neighbors;

import org.braid.coll.schedule.Neighbours;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Reduction of neighbours: every rank sends its operand to its destinations and combines those of its sources, x0 ∘ (x1 ∘ (… ∘ xd-1)), in the order in which its list names them. Operands come from the
 * last to the first, into two pieces of memory in turn: however many sources there are, no more are kept.
 *
 * <p>Cost: α + d(o + nG + nγ) for d neighbours; 2n bytes of scratch. Use between two groups, of which each has the operands that the other wants.
 */
public final class NeighborReduce {
    private final ScheduleBuilder steps;
    private final Shape shape;
    private final int[] spare = {-1, -1};
    private int received;

    private NeighborReduce(ScheduleBuilder steps) {
        this.steps = steps;
        this.shape = steps.shape();
    }

    /** This rank's schedule; pure and local. */
    public static Schedule generate(Shape shape) {
        var steps = new ScheduleBuilder(shape);
        sends(steps, shape);
        new NeighborReduce(steps).combine();
        return steps.build();
    }

    private static void sends(ScheduleBuilder steps, Shape shape) {
        for (int j = 0; j < shape.neighbours().outDegree(); j++) {
            int destination = shape.neighbours().destination(j);
            if (destination != shape.rank() && destination != Neighbours.NOBODY) {
                steps.send(destination, Schedule.IN, 0, 1);
            }
        }
    }

    private void combine() {
        boolean isFirst = true;
        for (int i = shape.neighbours().inDegree() - 1; i >= 0; i--) {
            int source = shape.neighbours().source(i);
            if (source != Neighbours.NOBODY && isFirst) {
                begin(source);
                isFirst = false;
            } else if (source != Neighbours.NOBODY) {
                steps.reduce(operand(source), 0, 1, Schedule.OUT, 0);
            }
        }
    }

    private void begin(int source) {
        if (source == shape.rank()) {
            steps.copy(Schedule.IN, 0, 1, Schedule.OUT, 0);
        } else {
            steps.receive(source, Schedule.OUT, 0, 1);
        }
    }

    /** Where the operand of that rank lies: it comes while the one before it is combined. */
    private int operand(int source) {
        if (source == shape.rank()) {
            return Schedule.IN;
        }
        int turn = received++ % spare.length;
        if (spare[turn] < 0) {
            spare[turn] = steps.temporary(1, 1);
        }
        steps.receive(source, spare[turn], 0, 1);
        return spare[turn];
    }
}
