package org.braid.coll.algorithm.board;

import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.Shape;

/**
 * Everybody shows all its blocks that are short, and how long each is, and reads from each other one the block that is its own. Long ones are sent all at once, the next rank's first.
 *
 * <p>Cost: α + P(o + nβ) + (P-1)(o + nG).
 */
final class BoardAlltoallv {
    private BoardAlltoallv() {}

    static Schedule generate(Shape shape, int placeBytes) {
        int size = shape.size();
        int own = shape.rank();
        var steps = Slots.steps(shape, size, placeBytes);
        steps.show(0, Schedule.IN, 0, size);
        for (int distance = 1; distance < size; distance++) {
            int target = (own + distance) % size;
            steps.sendIfLong(target, Schedule.IN, target);
        }
        for (int distance = 1; distance < size; distance++) {
            int source = Math.floorMod(own - distance, size);
            steps.see(source, 0, own, own + 1, Schedule.OUT, source);
            steps.receiveIfLong(source, Schedule.OUT, source);
        }
        steps.copy(Schedule.IN, own, own + 1, Schedule.OUT, own);
        return steps.build();
    }
}
