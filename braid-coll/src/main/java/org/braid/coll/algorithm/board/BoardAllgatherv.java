package org.braid.coll.algorithm.board;

import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.Shape;

/**
 * Everybody shows its block, which all know to be short, and reads those of the others.
 *
 * <p>Cost: α + (P-1)(o + nG).
 */
final class BoardAllgatherv {
    private BoardAllgatherv() {}

    static Schedule generate(Shape shape, int placeBytes) {
        var steps = Slots.steps(shape, 1, placeBytes);
        int own = shape.rank();
        OwnBlock.show(steps);
        for (int rank = 0; rank < shape.size(); rank++) {
            if (rank != own) {
                steps.see(rank, 0, 0, 1, Schedule.OUT, rank);
            }
        }
        if (!shape.inPlace()) {
            steps.copy(Schedule.IN, 0, 1, Schedule.OUT, own);
        }
        return steps.build();
    }
}
