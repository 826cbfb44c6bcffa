package org.braid.coll.algorithm.reduction;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.algorithm.movement.DoubleTreeBcast;
import org.braid.coll.algorithm.tree.DoubleTree;
import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Rounds;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Reduction up two binary trees at once, half of the vector up each (Sanders, Speck and Träff 2009), in segments; and allreduce, which sends the result down the same trees. The trees know no order of operands.
 *
 * <p>Cost: n(β + γ) + 2 lg P α + O(√(αβ n lg P)); an allreduce has as much once more on the way down, most of it while the rest still comes up. Commutative operators only. Use when long messages and many ranks, each with a core.
 */
public final class DoubleTreeReduce implements Generator {
    /** So many segments have begun to go up where one begins to go down, if steps start in their order. */
    private static final int AHEAD = 8;

    @Override
    public Schedule generate(Shape shape, Told told) {
        return shape.operation() == Operation.REDUCE ? reduce(shape, told.segments()) : allreduce(shape, told.segments());
    }

    /** @param segments in how many pieces each half goes */
    private static Schedule reduce(Shape shape, int segments) {
        var steps = new ScheduleBuilder(shape).cut(2 * segments);
        int home = shape.isRoot() ? Schedule.OUT : steps.temporary(2 * segments, 2 * segments);
        var reduce = new Reduce(steps, home);
        Rounds rounds = steps.rounds(segments, 0);
        for (int segment = 0; segment < segments; segment = rounds.next(segment)) {
            reduce.up(segment, segments);
        }
        return steps.build();
    }

    private static Schedule allreduce(Shape shape, int segments) {
        var steps = new ScheduleBuilder(shape).cut(2 * segments);
        var reduce = new Reduce(steps, Schedule.OUT);
        int ahead = Math.min(AHEAD, segments);
        for (int segment = 0; segment < ahead; segment++) {
            reduce.up(segment, segments);
        }
        Rounds rounds = steps.rounds(segments - ahead, ahead);
        for (int segment = 0; segment < segments - ahead; segment = rounds.next(segment)) {
            reduce.up(segment + ahead, segments);
            DoubleTreeBcast.down(steps, segment, segments);
        }
        for (int segment = segments - ahead; segment < segments; segment++) {
            DoubleTreeBcast.down(steps, segment, segments);
        }
        return steps.build();
    }

    /** What one rank does. */
    private static final class Reduce {
        final ScheduleBuilder steps;
        final Shape shape;
        final int home; // where this rank combines
        int landing = -1;

        Reduce(ScheduleBuilder steps, int home) {
            this.steps = steps;
            this.shape = steps.shape();
            this.home = home;
        }

        void up(int segment, int segments) {
            pass(new DoubleTree(shape.size(), false), segment);
            pass(new DoubleTree(shape.size(), true), segments + segment);
        }

        void pass(DoubleTree tree, int unit) {
            int me = shape.rankFromRoot();
            int partial = shape.operand();
            for (int child : new int[] {tree.left(me), tree.right(me)}) {
                if (child != DoubleTree.NOBODY) {
                    combine(shape.fromRoot(child), partial, unit);
                    partial = home;
                }
            }
            if (me != 0) {
                steps.send(shape.fromRoot(tree.parent(me)), partial, unit, unit + 1);
            } else if (partial != home) { // a single rank
                steps.copy(partial, unit, unit + 1, home, unit);
            }
        }

        /** What comes from a child lands at home if nothing is there yet. */
        void combine(int child, int partial, int unit) {
            int target = partial == home ? landing() : home;
            steps.receive(child, target, unit, unit + 1);
            steps.reduce(partial == home ? target : partial, unit, unit + 1, home, unit);
        }

        int landing() {
            if (landing < 0) {
                landing = steps.temporaryLike(home);
            }
            return landing;
        }
    }
}
