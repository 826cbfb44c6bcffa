package org.braid.coll.sim;

import java.util.Locale;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.topology.Cluster;
import org.jspecify.annotations.Nullable;

/**
 * Whether a collective is small enough to be simulated, asked before its schedules are made: how their steps grow is seen at two small sizes. An algorithm with P messages of each rank has 10^12 at a million.
 * What a step waits for counts, too: each of P messages may wait for P others.
 */
final class Growth {
    static final long MOST_STEPS = 300_000_000;
    private static final long FEW_STEPS = 100_000;

    /** Some seconds; or a few steps of each rank, as trees have them. */
    private static final long MOST_AMONG_OTHERS = 3_000_000;

    private static final long MOST_OF_EACH_AMONG_OTHERS = 8;
    private static final int SMALL = 64;
    private static final int MOST_SHARING = 1 << 14;
    private static final String MULTILEVEL = "multilevel";

    private Growth() {}

    /** @throws BraidException {@code BRD-1616} if it is too large */
    static void check(Collective collective) {
        if (!fits(collective)) {
            throw new BraidException(
                    ErrorCode.SIMULATION_TOO_LARGE,
                    collective.operation().text() + " by " + collective.text() + " of " + collective.ranks() + " ranks",
                    String.format(Locale.ROOT, "its schedules would have some %.0e steps and dependencies, and %.0e can be held", steps(collective), (double) MOST_STEPS),
                    "Simulate fewer ranks, or an algorithm with fewer messages, such as a tree");
        }
    }

    /** @throws BraidException {@code BRD-1616} if it would take some seconds, since no ranks are alike of which some could be run for all */
    static void checkAmongOthers(Collective collective) {
        if (isSmall(collective) || collective.algorithm() == null) {
            return;
        }
        double steps = steps(collective);
        if (steps > Math.max(MOST_AMONG_OTHERS, MOST_OF_EACH_AMONG_OTHERS * collective.ranks()) && !Symmetry.isAlike(collective)) {
            throw new BraidException(
                    ErrorCode.SIMULATION_TOO_LARGE,
                    collective.operation().text() + " by " + collective.text() + " of " + collective.ranks() + " ranks",
                    String.format(Locale.ROOT, "some %.0e steps take long; braid sim runs it alone", steps),
                    "Simulate it alone, or fewer ranks");
        }
    }

    /**
     * Whether all its ranks can be run.
     *
     * @throws BraidException {@code BRD-1616} if so many cannot share memory
     */
    static boolean fits(Collective collective) {
        if (collective.algorithm() == null && collective.ranks() > 2 * SMALL) {
            checkShared(collective);
        }
        return isSmall(collective) || collective.algorithm() == null || steps(collective) <= MOST_STEPS;
    }

    /** Whether all of them are run so soon that it is not worth while to look for such as are alike. */
    static boolean isQuick(Collective collective) {
        return isSmall(collective) || collective.algorithm() != null && steps(collective) <= FEW_STEPS;
    }

    /** Of neighbours whom somebody has named there are no more than so many ranks know of each other. */
    private static boolean isSmall(Collective collective) {
        return collective.ranks() <= 2 * SMALL || collective.neighbourhood() != null;
    }

    /** How many steps all ranks have, or dependencies, if these are more; of an algorithm of messages among more ranks than a few. */
    static double steps(Collective collective) {
        int widest = widest(collective);
        return grown(work(collective, SMALL), work(collective, 2 * SMALL), widest) * collective.ranks() / widest;
    }

    /** How many steps they have is bounded by what a rank shows; each schedule looks at all hosts. */
    private static void checkShared(Collective collective) {
        if (collective.ranks() > MOST_SHARING) {
            throw new BraidException(ErrorCode.SIMULATION_TOO_LARGE, collective.operation().text() + " over shared memory of " + collective.ranks() + " ranks", "up to " + MOST_SHARING + " are simulated there", "Simulate fewer ranks, or an algorithm of messages");
        }
    }

    /** By the power law that two sizes tell. */
    private static double grown(double small, double larger, int ranks) {
        double power = Math.max(1, Math.round(Math.log(Math.max(1, larger) / Math.max(1, small)) / Math.log(2)));
        return larger * Math.pow(Math.max(1, ranks / (2.0 * SMALL)), power);
    }

    private static double work(Collective collective, int ranks) {
        Collective some = collective.among(ranks);
        double all = 0;
        for (int rank = 0; rank < ranks; rank++) {
            Schedule schedule = some.schedule(rank);
            all += Math.max(schedule.steps(), schedule.firstPredecessor(schedule.steps()));
        }
        return all;
    }

    /** How many ranks may hang on one: all, but where an algorithm follows the levels only the constituents of one cluster. */
    private static int widest(Collective collective) {
        return collective.topology() != null && collective.text().startsWith(MULTILEVEL) ? widest(collective.topology().whole()) : collective.ranks();
    }

    private static int widest(Cluster cluster) {
        int widest = cluster.constituents();
        for (int i = 0; i < cluster.constituents(); i++) {
            @Nullable Cluster below = cluster.constituent(i);
            widest = below == null ? widest : Math.max(widest, widest(below));
        }
        return widest;
    }
}
