package org.braid.coll.algorithm.multilevel;

import java.util.List;
import org.braid.coll.algorithm.generator.TreeGenerator;
import org.braid.coll.algorithm.generator.Trees;
import org.braid.coll.algorithm.order.Order;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Multilevel alltoall, on each level whose constituents are on several hosts, the innermost first: ranks on one side of the channel have exchanged their blocks already; those for others go up to the leader of the side, which sends each other leader one message with all that
 * its ranks have for that one's, and down again. Ranks of one host exchange theirs themselves.
 *
 * <pre>
 *   rank     blocks for the ranks of other sides, side by side          ──up──>  leader   a row for each rank, in the order of the tree
 *   leader   for each other side: from each row that side's columns     ──────>  leader of that side
 *   leader   for each of its ranks: from each message its column        ──down─> rank     blocks of the ranks of other sides, side by side
 * </pre>
 *
 * <p>Cost: α + (S-1)(o + m²nβ) over the slowest channel among S leaders, each for m ranks, instead of m² messages for each pair; m(P-m) blocks of scratch at a leader, and as many copies. Use when short blocks.
 */
public final class MultilevelAlltoall implements TreeGenerator {
    @Override
    public Schedule generate(Shape shape, Trees trees, int segments) {
        var steps = new ScheduleBuilder(shape);
        List<LeaderTree> levels = LeaderTree.belowEach(shape, trees);
        new Sides(levels.getFirst().top(), shape.rank()).exchangeNear(steps);
        for (LeaderTree tree : levels) {
            var level = new AlltoallLevel(steps, tree);
            int[] outside = level.outside();
            if (outside.length > 0) {
                int rows = level.rows();
                Order.collect(steps, Schedule.IN, outside, rows);
                Order.place(steps, level.exchange(rows), 0, outside, Schedule.OUT);
            }
        }
        return steps.build();
    }
}
