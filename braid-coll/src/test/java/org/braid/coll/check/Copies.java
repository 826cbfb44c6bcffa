package org.braid.coll.check;

import org.braid.coll.schedule.Schedule;

/** Which copies of a schedule matter. */
final class Copies {
    private Copies() {}

    /** Whether a copy is of lengths, or of one of the caller's blocks that is neither empty nor too long. */
    static boolean move(Schedule right, int step, Instance instance) {
        int at = right.word(step, Schedule.SOURCE) < Schedule.FIRST_TEMPORARY ? Schedule.SOURCE : Schedule.TARGET;
        int buffer = right.word(step, at);
        if (buffer >= Schedule.FIRST_TEMPORARY) {
            return right.layout(buffer) == Schedule.LENGTHS;
        }
        int block = right.word(step, at + 1);
        Positions positions = new Positions(instance, right);
        return right.together(positions.end(buffer, block, block + 1) - positions.start(buffer, block)) > 0;
    }
}
