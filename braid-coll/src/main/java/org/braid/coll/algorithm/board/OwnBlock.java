package org.braid.coll.algorithm.board;

import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/** The one block that a rank brings to a gather: it is IN, or lies in its place in OUT already. */
public final class OwnBlock {
    private OwnBlock() {}

    /** All members may read it, in the first phase. */
    public static void show(ScheduleBuilder steps) {
        Shape shape = steps.shape();
        int unit = shape.inPlace() ? shape.rank() : 0;
        steps.show(0, shape.operand(), unit, unit + 1);
    }
}
