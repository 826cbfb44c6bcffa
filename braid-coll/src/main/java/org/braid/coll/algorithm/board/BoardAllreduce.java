package org.braid.coll.algorithm.board;

import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Everybody shows its operand. Few ranks each combine all of them; of more, rank 0 does, and shows the result: P² operands would be combined otherwise, on cores that ranks may share.
 *
 * <p>Cost: α + (P-1)(nG + nγ), or twice α.
 */
final class BoardAllreduce {
    /** So many combine all operands, each for itself: one phase less. */
    private static final int FEW = 4;

    private BoardAllreduce() {}

    static Schedule generate(Shape shape) {
        var steps = new ScheduleBuilder(shape);
        steps.show(0, shape.operand(), 0, 1);
        if (shape.size() <= FEW) {
            RankOrder.append(steps, 0, shape.size(), Schedule.OUT);
        } else if (shape.rank() == 0) {
            RankOrder.append(steps, 0, shape.size(), Schedule.OUT);
            steps.show(1, Schedule.OUT, 0, 1);
        } else {
            steps.see(0, 1, 0, 1, Schedule.OUT, 0);
        }
        return steps.build();
    }
}
