package org.braid.coll.algorithm.multilevel;

import org.braid.coll.algorithm.reduction.RecursiveDoublingAllreduce;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Multilevel allreduce: up to the leaders of the top level, a symmetric exchange among these (recursive doubling), and down again. Two sites are one latency of the slowest channel apart, where a reduction that a
 * broadcast follows takes two.
 *
 * <p>Cost: lg S (α + nβ + nγ) over the slowest channel among S leaders, and a reduction and a broadcast below. An operator that does not commute, of ranks whose top level is not in blocks, is reduced to rank 0
 * and broadcast from there: leaders would have several partial results each.
 */
public final class MultilevelAllreduce {
    private MultilevelAllreduce() {}

    /** This rank's schedule; pure and local. */
    public static Schedule generate(Shape shape, Trees trees) {
        var steps = new ScheduleBuilder(shape);
        var tree = LeaderTree.belowTop(shape, trees);
        if (!shape.commutative() && !tree.isInBlocks()) {
            var whole = LeaderTree.of(shape, 0, trees);
            Reduction.append(steps, whole, true, 1);
            MultilevelBcast.append(steps, whole, 1);
            return steps.build();
        }
        boolean isLeaf = tree.edges().isEmpty();
        if (!isLeaf || !tree.isRoot()) {
            Reduction.append(steps, tree, true, 1);
        }
        if (tree.isRoot()) {
            var leaders = Leaders.of(tree.top(), shape.rank());
            boolean liesInOut = !isLeaf || shape.inPlace();
            steps.append(RecursiveDoublingAllreduce.generate(leaders.shape(shape, liesInOut)), leaders.ranks(), Schedule.IN, Schedule.OUT);
        }
        MultilevelBcast.append(steps, tree, 1);
        return steps.build();
    }
}
