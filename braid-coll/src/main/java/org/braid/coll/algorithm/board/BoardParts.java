package org.braid.coll.algorithm.board;

import org.braid.coll.algorithm.multilevel.Canonical;
import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Reduction in parts: everybody shows its operand, which is cut into P parts; rank r combines part r of all, and shows that; all read the parts, or the root does. Of a reduce-scatter-block the blocks are the parts, and nobody reads another's. Operands keep the order of ranks and stand in the brackets of the
 * {@linkplain Canonical canonical tree}, as in {@link RankOrder}.
 *
 * <p>Cost: 2α + (3 + 1/P) nβ + (P-1)/P nγ; all ranks combine at once. Of a reduce-scatter-block of blocks of n bytes: α + Pnβ + (P-1)(nG + nγ).
 */
final class BoardParts {
    private final Shape shape;
    private final ScheduleBuilder steps;
    private final int layout;
    private final int part;

    private BoardParts(Shape shape, ScheduleBuilder steps, int layout) {
        this.shape = shape;
        this.steps = steps;
        this.layout = layout;
        this.part = shape.rank();
    }

    static Schedule generate(Shape shape) {
        var parts = new BoardParts(shape, new ScheduleBuilder(shape).cut(shape.size()).places(shape.size(), shape.size()), shape.size());
        parts.combineAndRead();
        return parts.steps.build();
    }

    static Schedule ofBlocks(Shape shape) {
        var blocks = new BoardParts(shape, new ScheduleBuilder(shape).places(shape.size()), 1);
        blocks.steps.show(0, Schedule.IN, 0, shape.size());
        blocks.combine(Schedule.OUT);
        return blocks.steps.build();
    }

    private void combineAndRead() {
        boolean allRead = shape.operation() == Operation.ALLREDUCE;
        boolean reads = allRead || shape.isRoot();
        int home = reads ? Schedule.OUT : steps.temporary(layout, shape.size());
        steps.show(0, shape.operand(), 0, shape.size());
        combine(home);
        if (allRead || !reads) {
            steps.show(1, home, part, part + 1);
        }
        for (int distance = 1; distance < shape.size() && reads; distance++) {
            int member = (part + distance) % shape.size(); // not all of them the same one at once
            steps.see(member, 1, member, member + 1, home, member);
        }
    }

    private void combine(int target) {
        combine(0, shape.size(), target, new int[depth()], 0);
    }

    private int depth() {
        return Integer.SIZE - Integer.numberOfLeadingZeros(shape.size() - 1);
    }

    /** This rank's part of the target becomes that of operands {@code [first, end)}, one after the other. {@code temporaries} from {@code free} on may be written; those that nobody needed yet are made. */
    private void combine(int first, int end, int target, int[] temporaries, int free) {
        if (end - first == 1) {
            steps.see(first, 0, part, part + 1, target, part);
            return;
        }
        int middle = Canonical.middle(first, end);
        if (temporaries[free] == 0) {
            temporaries[free] = steps.temporary(layout, shape.size());
        }
        combine(first, middle, temporaries[free], temporaries, free + 1);
        combine(middle, end, target, temporaries, free + 1);
        steps.reduce(temporaries[free], part, part + 1, target, part);
    }
}
