package org.braid.coll.algorithm.board;

import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Parts of calls of two members: each shows only what the other one wants, and takes its own where it lies. In reductions rank r combines half r of both vectors; operands keep their order.
 *
 * <p>Cost: α + nβ + nG for blocks; with the combination nγ for reduce-scatter-block; 2α + (n/2)(2β + γ + 2G) for reduce and allreduce.
 */
final class PairSchedules {
    private static final int PAIR = 2;

    private final Shape shape;
    private final ScheduleBuilder steps;
    private final int own;
    private final int other;

    private PairSchedules(Shape shape) {
        this.shape = shape;
        this.steps = new ScheduleBuilder(shape);
        this.own = shape.rank();
        this.other = 1 - own;
    }

    /** Whether these are the schedules of so many members; what else they do together all want whole. */
    static boolean serve(Operation operation, int size) {
        return size == PAIR
                && switch (operation) {
                    case REDUCE, ALLREDUCE, GATHER, SCATTER, ALLGATHER, ALLTOALL, REDUCE_SCATTER_BLOCK -> true;
                    default -> false;
                };
    }

    static Schedule generate(Shape shape) {
        var pair = new PairSchedules(shape);
        switch (shape.operation()) {
            case GATHER -> pair.gather();
            case SCATTER -> pair.scatter();
            case ALLGATHER -> pair.allgather();
            case ALLTOALL -> pair.alltoall();
            case REDUCE_SCATTER_BLOCK -> pair.reduceScatter();
            default -> pair.reduce();
        }
        return pair.steps.build();
    }

    private void gather() {
        if (!shape.isRoot()) {
            steps.show(0, Schedule.IN, 0, 1);
            return;
        }
        seeOther();
    }

    private void scatter() {
        if (!shape.isRoot()) {
            steps.see(other, 0, 0, 1, Schedule.OUT, 0);
            return;
        }
        steps.show(0, Schedule.IN, other, other + 1);
        if (!shape.inPlace()) {
            steps.copy(Schedule.IN, own, own + 1, Schedule.OUT, 0);
        }
    }

    private void allgather() {
        OwnBlock.show(steps);
        seeOther();
    }

    /** Own blocks are taken while the other one may not have shown its yet. */
    private void seeOther() {
        if (!shape.inPlace()) {
            steps.copy(Schedule.IN, 0, 1, Schedule.OUT, own);
        }
        steps.see(other, 0, 0, 1, Schedule.OUT, other);
    }

    private void alltoall() {
        steps.show(0, Schedule.IN, other, other + 1);
        steps.copy(Schedule.IN, own, own + 1, Schedule.OUT, own);
        steps.see(other, 0, 0, 1, Schedule.OUT, other);
    }

    private void reduceScatter() {
        steps.show(0, Schedule.IN, other, other + 1);
        combine(0, Schedule.IN, Schedule.OUT, 1);
    }

    private void reduce() {
        boolean allRead = shape.operation() == Operation.ALLREDUCE;
        boolean reads = allRead || shape.isRoot();
        steps.cut(PAIR).places(PAIR, PAIR);
        int home = reads ? Schedule.OUT : steps.temporary(PAIR, PAIR);
        steps.show(0, shape.operand(), other, other + 1);
        combine(own, shape.operand(), home, PAIR);
        if (allRead || !reads) {
            steps.show(1, home, own, own + 1);
        }
        if (reads) {
            steps.see(other, 1, other, other + 1, home, other);
        }
    }

    /** This rank's unit of the target becomes the combination of that of its operand, which may be the same, and of what the other one shows in the first phase; that of rank 0 is on the left. Temporaries have this layout. */
    private void combine(int shown, int operand, int target, int layout) {
        boolean isThere = operand == target;
        if (own == 0 && !isThere) {
            steps.see(other, 0, shown, shown + 1, target, own);
            steps.reduce(operand, own, own + 1, target, own);
            return;
        }
        int seen = steps.temporary(layout, PAIR);
        steps.see(other, 0, shown, shown + 1, seen, own);
        if (own == 0) {
            steps.reduce(operand, own, own + 1, seen, own);
            steps.copy(seen, own, own + 1, target, own);
            return;
        }
        if (!isThere) {
            steps.copy(operand, own, own + 1, target, own);
        }
        steps.reduce(seen, own, own + 1, target, own);
    }
}
