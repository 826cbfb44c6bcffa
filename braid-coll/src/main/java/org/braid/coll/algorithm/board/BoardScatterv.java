package org.braid.coll.algorithm.board;

import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.Shape;

/**
 * The root shows all blocks that are short, and how long each is; everybody reads its own, or receives it.
 *
 * <p>Cost: α + P(o + nβ) at the root, α + nβ elsewhere.
 */
final class BoardScatterv {
    private BoardScatterv() {}

    static Schedule generate(Shape shape, int placeBytes) {
        var steps = Slots.steps(shape, shape.size(), placeBytes);
        int own = shape.rank();
        if (!shape.isRoot()) {
            steps.see(shape.root(), 0, own, own + 1, Schedule.OUT, 0);
            steps.receiveIfLong(shape.root(), Schedule.OUT, 0);
            return steps.build();
        }
        steps.show(0, Schedule.IN, 0, shape.size());
        for (int rank = 0; rank < shape.size(); rank++) {
            if (rank != own) {
                steps.sendIfLong(rank, Schedule.IN, rank);
            }
        }
        if (!shape.inPlace()) {
            steps.copy(Schedule.IN, own, own + 1, Schedule.OUT, 0);
        }
        return steps.build();
    }
}
