package org.braid.coll.algorithm.board;

import java.util.ArrayList;
import java.util.List;
import org.braid.coll.algorithm.multilevel.Canonical;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Everybody shows its whole vector, whose blocks all know; each rank reads and combines those of which it wants the result, one after the other, in the brackets that {@link RankOrder} has.
 *
 * <p>Cost: α + nβ + (P-1)(o + (n/P)G + (n/P)γ) for vectors of n.
 */
final class BoardReduceScatter {
    private final ScheduleBuilder steps;
    private final int own;
    private final List<Integer> aside = new ArrayList<>(); // left halves, one on each level of brackets

    private BoardReduceScatter(Shape shape) {
        this.steps = new ScheduleBuilder(shape).places(shape.size());
        this.own = shape.rank();
    }

    static Schedule generate(Shape shape) {
        var all = new BoardReduceScatter(shape);
        all.steps.show(0, Schedule.IN, 0, shape.size());
        all.combine(0, shape.size(), Schedule.OUT, 0);
        return all.steps.build();
    }

    private void combine(int first, int end, int target, int level) {
        if (end - first == 1) {
            steps.see(first, 0, own, own + 1, target, own);
            return;
        }
        int middle = Canonical.middle(first, end);
        combine(middle, end, target, level);
        int left = aside(level);
        combine(first, middle, left, level + 1);
        steps.reduce(left, own, own + 1, target, own);
    }

    private int aside(int level) {
        if (level == aside.size()) {
            aside.add(steps.temporaryLike(Schedule.IN));
        }
        return aside.get(level);
    }
}
