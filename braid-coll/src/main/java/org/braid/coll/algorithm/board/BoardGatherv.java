package org.braid.coll.algorithm.board;

import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.Shape;

/**
 * Everybody shows its block and how long it is; the root reads those that are short, and receives the others.
 *
 * <p>Cost: α + (P-1)(o + nG) at the root; the others wait for nobody.
 */
final class BoardGatherv {
    private BoardGatherv() {}

    static Schedule generate(Shape shape, int placeBytes) {
        var steps = Slots.steps(shape, 1, placeBytes);
        OwnBlock.show(steps);
        if (!shape.isRoot()) {
            steps.sendIfLong(shape.root(), Schedule.IN, 0);
            return steps.build();
        }
        for (int rank = 0; rank < shape.size(); rank++) {
            if (rank != shape.rank()) {
                steps.see(rank, 0, 0, 1, Schedule.OUT, rank);
                steps.receiveIfLong(rank, Schedule.OUT, rank);
            }
        }
        if (!shape.inPlace()) {
            steps.copy(Schedule.IN, 0, 1, Schedule.OUT, shape.rank());
        }
        return steps.build();
    }
}
