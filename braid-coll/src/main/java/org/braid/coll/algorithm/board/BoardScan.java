package org.braid.coll.algorithm.board;

import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Scan and exscan: everybody shows its operand, and reads and combines those of lower ranks, so that nobody waits for a higher one. The brackets are those of the canonical tree over the ranks of each result (see {@link RankOrder}). Of more ranks than a few
 * P²/2 combinations would take longer than the messages of a chain.
 *
 * <p>Cost: α + r(o + nG + nγ) at rank r.
 */
final class BoardScan {
    /** The most ranks of which each combines for itself. */
    private static final int MOST_SCANNING = 16;

    private BoardScan() {}

    static boolean serves(int size) {
        return size <= MOST_SCANNING;
    }

    static Schedule generate(Shape shape) {
        var steps = new ScheduleBuilder(shape);
        int operands = shape.operation() == Operation.SCAN ? shape.rank() + 1 : shape.rank();
        steps.show(0, shape.operand(), 0, 1);
        if (operands > 0) {
            int all = steps.temporary(1, operands);
            for (int rank = 0; rank < operands; rank++) {
                steps.see(rank, 0, 0, 1, all, rank);
            }
            RankOrder.combine(steps, all, 0, operands);
            steps.copy(all, operands - 1, operands, Schedule.OUT, 0);
        }
        return steps.build();
    }
}
