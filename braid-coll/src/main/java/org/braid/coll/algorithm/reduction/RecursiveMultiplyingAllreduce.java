package org.braid.coll.algorithm.reduction;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Recursive-multiplying allreduce (Ruefenacht, Bull and Booth 2017, "Generalisation of recursive doubling for AllReduce"): in each round k ranks exchange what they have, all with all, and combine it, so that it is of k times as many ranks. Groups are intervals of ranks:
 * operands stay in rank order. Rounds are of equal groups as long as there are ranks for them, the last one of what is left; k is the largest power of two that is not above the radix, since other sizes than powers of two are folded first.
 *
 * <p>Cost: log_k P (α + (k-2)o + (k-1)(nβ + nγ)), two messages more for a size that is no power of two. Use when short messages whose latency is long beside what sending one costs, and every rank has a core.
 */
public final class RecursiveMultiplyingAllreduce implements Generator {
    /** k where nothing is said. */
    private static final int USUAL_RADIX = 4;

    @Override
    public Schedule generate(Shape shape, Told told) {
        return new Allreduce(shape).all(Integer.highestOneBit(told.radix(USUAL_RADIX)));
    }

    /** What one rank does. */
    private static final class Allreduce {
        final ScheduleBuilder steps;
        final Fold fold;
        int current; // where this rank's partial result lies
        int unit; // which vector of that buffer it is

        Allreduce(Shape shape) {
            this.steps = new ScheduleBuilder(shape);
            this.fold = new Fold(shape.size(), shape.rank());
        }

        Schedule all(int most) {
            var folded = new Partial(steps, Schedule.OUT, 1, 1);
            fold.in(steps, folded, 1);
            if (!fold.isFolded()) {
                current = folded.buffer();
                for (int distance = 1; distance < fold.core(); ) {
                    int members = Math.min(most, fold.core() / distance);
                    round(distance, members);
                    distance *= members;
                }
                if (current != Schedule.OUT) {
                    steps.copy(current, unit, unit + 1, Schedule.OUT, 0);
                }
            }
            fold.out(steps, 1);
            return steps.build();
        }

        /** Of members whose numbers differ in one digit; what comes from the i-th of them lands in unit i of a buffer of this round. */
        void round(int distance, int members) {
            int own = fold.coreRank() / distance % members;
            int landing = steps.temporary(1, members);
            for (int turn = 1; turn < members; turn++) {
                int source = Math.floorMod(own - turn, members);
                steps.receive(rank(own, source, distance), landing, source, source + 1);
            }
            for (int turn = 1; turn < members; turn++) {
                steps.send(rank(own, (own + turn) % members, distance), current, unit, unit + 1);
            }
            int last = members - 1;
            if (own == last) {
                steps.copy(current, unit, unit + 1, landing, last); // others may still be reading what it has
            }
            for (int member = last - 1; member >= 0; member--) {
                boolean isOwn = member == own;
                int from = isOwn ? unit : member;
                steps.reduce(isOwn ? current : landing, from, from + 1, landing, last);
            }
            current = landing;
            unit = last;
        }

        int rank(int own, int member, int distance) {
            return fold.realRank(fold.coreRank() + (member - own) * distance);
        }
    }
}
