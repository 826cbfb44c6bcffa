package org.braid.coll.algorithm.reduction;

import org.braid.coll.algorithm.generator.Generator;
import org.braid.coll.algorithm.generator.Told;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/**
 * Swing (De Sensi, Bonato, Saam and Hoefler 2024): reduce-scatter and allgather as Rabenseifner's, among partners that swing from one side to the other: in round s an even rank's is δ to the right and an odd one's δ to the left,
 * δ = (1 - (-2)^(s+1)) / 3 = 1, -1, 3, -5, 11 … On a ring or a torus these are nearer than those at distance 2^s, and no link carries as much.
 *
 * <p>Parts of the vector are numbered so that those a rank keeps are neighbours: one message a round. A size that is no power of two is folded first.
 *
 * <p>Cost: 2 lg P α + 2(P-1)/P nβ + (P-1)/P nγ, and 2(α + nβ) + nγ for a size that is no power of two. Commutative operators only: partners are no intervals of ranks. Use when long messages and links that ranks share.
 */
public final class SwingAllreduce implements Generator {
    private static final int THIRD = 0xAAAAAAAB;

    @Override
    public Schedule generate(Shape shape, Told told) {
        var allreduce = new Allreduce(shape);
        allreduce.fold.in(allreduce.steps, allreduce.partial, allreduce.fold.core());
        if (!allreduce.fold.isFolded()) {
            allreduce.exchange(0, 0, allreduce.fold.core());
        }
        allreduce.fold.out(allreduce.steps, allreduce.fold.core());
        return allreduce.steps.build();
    }

    /** What one rank does. */
    private static final class Allreduce {
        final ScheduleBuilder steps;
        final Fold fold;
        final Partial partial;
        final int part;

        Allreduce(Shape shape) {
            fold = new Fold(shape.size(), shape.rank());
            steps = new ScheduleBuilder(shape).cut(fold.core());
            partial = new Partial(steps, Schedule.OUT, 1, fold.core());
            part = fold.isFolded() ? -1 : part(fold.coreRank());
        }

        /** The partner in a round. */
        int partner(int rank, int round) {
            int distance = (1 - (round % 2 == 0 ? -2 : 2) * (1 << round)) / 3;
            return Math.floorMod(rank % 2 == 0 ? rank + distance : rank - distance, fold.core());
        }

        /**
         * Those who depend on each other from a round on have parts {@code [from, to)} among them: half of them is on the side of one, half on that of its partner. Which side a rank is on follows without asking all others, in lg P steps:
         * from round s on, {@link #residue} changes by multiples of 2^(s+1) alone.
         */
        int part(int rank) {
            int from = 0;
            int one = 0;
            for (int round = 0, parts = fold.core(); parts > 1; round++, parts /= 2) {
                boolean isOnItsSide = parts == 2 ? rank == one : (residue(rank) - residue(one) & (4 << round) - 1) == 0;
                if (!isOnItsSide) {
                    one = partner(one, round);
                    from += parts / 2;
                }
            }
            return from;
        }

        /** An odd rank's own number less a third, as integers modulo 2^32 have one: then a swing of round s adds or takes away (-2)^(s+1) thirds at every rank. */
        static int residue(int rank) {
            return rank % 2 == 0 ? rank : rank - THIRD;
        }

        void exchange(int round, int from, int to) {
            if (to - from == 1) {
                partial.settle(Schedule.OUT, from, to);
                return;
            }
            int middle = (from + to) / 2;
            boolean isLow = part < middle;
            int keptFrom = isLow ? from : middle;
            int keptTo = isLow ? middle : to;
            int givenFrom = isLow ? middle : from;
            int givenTo = isLow ? to : middle;
            int partner = fold.realRank(partner(fold.coreRank(), round));
            steps.receive(partner, partial.incoming(), keptFrom, keptTo);
            steps.send(partner, partial.buffer(), givenFrom, givenTo);
            partial.combineRight(keptFrom, keptTo);
            exchange(round + 1, keptFrom, keptTo);
            steps.receive(partner, Schedule.OUT, givenFrom, givenTo);
            steps.send(partner, Schedule.OUT, keptFrom, keptTo);
        }
    }
}
