package org.braid.coll.algorithm.multilevel;

import java.util.List;
import org.braid.coll.algorithm.generator.TreeGenerator;
import org.braid.coll.algorithm.generator.Trees;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Multilevel alltoall of blocks of lengths that only both ends know: as {@link MultilevelAlltoall}, with lengths ahead of all that passes a leader. Every rank compares what comes with what it expects, block by block. A block that is too long to go
 * together with others goes straight to its rank.
 *
 * <p>Cost: α + (S-1)(2o + m²nβ) over the slowest channel among S leaders, each for m ranks, instead of m² messages for each pair; a message more for each long block, all at once; m(P-m) blocks of scratch at a leader, and as many copies.
 */
public final class MultilevelAlltoallv implements TreeGenerator {
    /** All blocks of a side pass one leader: of 64 ranks on four hosts, longer ones are there sooner as a message each (simulated: 256 bytes take 0.29 ms through leaders and 0.22 ms straight, 8 bytes 0.05 and 0.22). */
    private static final long USUAL_BYTES = 128;

    @Override
    public Schedule generate(Shape shape, Trees trees, int segments) {
        var steps = new ScheduleBuilder(shape).together(trees.togetherBytes(USUAL_BYTES));
        List<LeaderTree> levels = LeaderTree.belowEach(shape, trees);
        new Sides(levels.getFirst().top(), shape.rank()).exchangeNear(steps);
        for (LeaderTree tree : levels) {
            var level = new AlltoallvLevel(steps, tree);
            if (level.outside().length > 0) {
                exchangeFar(steps, level);
            }
        }
        return steps.build();
    }

    private static void exchangeFar(ScheduleBuilder steps, AlltoallvLevel level) {
        int[] outside = level.outside();
        straight(steps, outside);
        Bundle rows = level.rows().measure(Schedule.IN, outside, 0);
        level.announce(rows);
        rows.put(Schedule.IN, outside, 0);
        Bundle come = level.exchange(rows);
        come.compareLengths(0, outside);
        come.take(0, outside, Schedule.OUT);
    }

    /** Long blocks, all at once. */
    private static void straight(ScheduleBuilder steps, int[] outside) {
        for (int rank : outside) {
            steps.receiveIfLong(rank, Schedule.OUT, rank);
        }
        for (int rank : outside) {
            steps.sendIfLong(rank, Schedule.IN, rank);
        }
    }
}
