package org.braid.coll.algorithm.movement;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.algorithm.tree.DoubleTree;
import org.braid.coll.schedule.Rounds;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Broadcast down two binary trees at once, half of the vector down each (Sanders, Speck and Träff 2009), in segments: nobody sends more than the vector, and nobody waits for more than lg P messages before the first segment.
 *
 * <p>Cost: nβ + 2 lg P α + O(√(αβ n lg P)) with the best number of segments. Use when long messages and many ranks, each with a core.
 */
public final class DoubleTreeBcast implements Generator {
    @Override
    public Schedule generate(Shape shape, Told told) {
        int segments = told.segments();
        var steps = new ScheduleBuilder(shape).cut(2 * segments);
        down(steps, segments);
        return steps.build();
    }

    /** OUT of the root becomes OUT of everybody; the first {@code segments} units down the first tree, the others down the second. */
    private static void down(ScheduleBuilder steps, int segments) {
        Rounds rounds = steps.rounds(segments, 0);
        for (int segment = 0; segment < segments; segment = rounds.next(segment)) {
            down(steps, segment, segments);
        }
    }

    /** Likewise, of one segment of each half. */
    public static void down(ScheduleBuilder steps, int segment, int segments) {
        pass(steps, new DoubleTree(steps.shape().size(), false), segment);
        pass(steps, new DoubleTree(steps.shape().size(), true), segments + segment);
    }

    private static void pass(ScheduleBuilder steps, DoubleTree tree, int unit) {
        Shape shape = steps.shape();
        int me = shape.rankFromRoot();
        if (me != 0) {
            steps.receive(shape.fromRoot(tree.parent(me)), Schedule.OUT, unit, unit + 1);
        }
        for (int child : new int[] {tree.left(me), tree.right(me)}) {
            if (child != DoubleTree.NOBODY) {
                steps.send(shape.fromRoot(child), Schedule.OUT, unit, unit + 1);
            }
        }
    }
}
