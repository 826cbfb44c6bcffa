package org.braid.coll.algorithm.neighbors;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
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
public final class NeighborReduce implements Generator {
    @Override
    public Schedule generate(Shape shape, Told told) {
        var steps = new ScheduleBuilder(shape);
        sends(steps, shape);
        new Reduce(steps).combine();
        return steps.build();
    }

    @Override
    public boolean isReproducible() {
        return true;
    }

    private static void sends(ScheduleBuilder steps, Shape shape) {
        for (int j = 0; j < shape.neighbours().outDegree(); j++) {
            int destination = shape.neighbours().destination(j);
            if (destination != shape.rank() && destination != Neighbours.NOBODY) {
                steps.send(destination, Schedule.IN, 0, 1);
            }
        }
    }

    /** What one rank does. */
    private static final class Reduce {
        final ScheduleBuilder steps;
        final Shape shape;
        final int[] spare = {-1, -1};
        int received;

        Reduce(ScheduleBuilder steps) {
            this.steps = steps;
            this.shape = steps.shape();
        }

        void combine() {
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

        void begin(int source) {
            if (source == shape.rank()) {
                steps.copy(Schedule.IN, 0, 1, Schedule.OUT, 0);
            } else {
                steps.receive(source, Schedule.OUT, 0, 1);
            }
        }

        /** Where the operand of that rank lies: it comes while the one before it is combined. */
        int operand(int source) {
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
}
