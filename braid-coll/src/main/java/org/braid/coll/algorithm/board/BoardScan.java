package org.braid.coll.algorithm.board;

import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Scan and exscan: everybody shows its operand. Few ranks each combine those up to their own; of more, rank 0 combines all in one go and shows each rank's result, since P²/2 operands would be combined otherwise.
 *
 * <p>Cost: α + (P-1)(nG + nγ), or twice α and Pnβ besides.
 */
final class BoardScan {
    private BoardScan() {}

    /** Whether one rank combines for all, and shows as many vectors as there are ranks. */
    static boolean isCentral(int size) {
        return size > BoardAllreduce.FEW;
    }

    static Schedule generate(Shape shape) {
        int behind = shape.operation() == Operation.SCAN ? 0 : 1; // a rank's result combines the operands of so many ranks less
        int result = shape.rank() - behind;
        var steps = new ScheduleBuilder(shape).places(1, shape.size());
        steps.show(0, shape.operand(), 0, 1);
        if (!isCentral(shape.size())) {
            combine(steps, result, result);
        } else if (shape.rank() > 0) {
            steps.see(0, 1, result, result + 1, Schedule.OUT, 0);
        } else {
            int all = combine(steps, shape.size() - 1 - behind, result);
            steps.show(1, all, 0, shape.size());
        }
        return steps.build();
    }

    /** Unit r of the buffer that it returns becomes the combination of operands 0 to r, up to {@code last}, and {@code result}, if there is such a rank, the own one. */
    private static int combine(ScheduleBuilder steps, int last, int result) {
        if (last < 0) {
            return Schedule.IN;
        }
        int all = steps.temporary(1, steps.shape().size());
        steps.see(Schedule.EVERYBODY, 0, 0, 1, all, 0);
        for (int rank = 1; rank <= last; rank++) {
            steps.reduce(all, rank - 1, rank, all, rank);
        }
        if (result >= 0) {
            steps.copy(all, result, result + 1, Schedule.OUT, 0);
        }
        return all;
    }
}
