package org.braid.coll.algorithm.board;

import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Everybody shows its operand; the root reads them and combines them, in the order of ranks.
 *
 * <p>Cost: α + (P-1)(nG + nγ) at the root; the others wait for nobody.
 */
final class BoardReduce {
    private BoardReduce() {}

    static Schedule generate(Shape shape) {
        var steps = new ScheduleBuilder(shape);
        steps.show(0, shape.operand(), 0, 1);
        if (shape.isRoot()) {
            RankOrder.append(steps, 0, shape.size(), Schedule.OUT);
        }
        return steps.build();
    }
}
