package org.braid.coll.sim;

import java.util.Locale;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.schedule.Schedule;
import org.jspecify.annotations.Nullable;

/**
 * Which ranks of a collective are alike, so that one of them is run for all. Two things must be the same from where each of them stands: what it does, and how far the others are. The first holds of an algorithm that is <em>round</em>: each rank's schedule is that of
 * rank 0 with everybody counted from that rank on, as in rings and in pairwise exchanges; of the second {@link Period} tells.
 *
 * <p>What comes out is what comes out if all are run, to the picosecond: whatever happens to a rank happens at that time to all who have the same image, since events of one time have an order that does not depend on where one stands, and ranks that wait for each
 * other have images of their own.
 */
final class Symmetry {
    private static final int PRIME = 7;
    private static final int POWER_OF_TWO = 8;
    private static final int COMPOSITE = 12;

    private Symmetry() {}

    /** Whether all ranks do the same, at this size of the vector. */
    static boolean isAlike(Collective collective) {
        return isRound(collective) && evened(collective).bytes() == collective.bytes();
    }

    /** Whether each rank does what rank 0 does, with everybody counted from itself: as their growth, this is seen of schedules at small sizes. */
    static boolean isRound(Collective collective) {
        @Nullable Algorithm algorithm = collective.algorithm();
        if (algorithm == null || algorithm.isMultilevel() || collective.operation().isRooted()) {
            return false;
        }
        for (int ranks : new int[] {PRIME, POWER_OF_TWO, COMPOSITE}) {
            if (!algorithm.allows(ranks, collective.commutative()) || !isRoundAmong(ranks, collective)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isRoundAmong(int ranks, Collective collective) {
        Collective small = evened(collective.among(ranks));
        Part first = Part.of(small.schedule(0), small);
        for (int rank = 1; rank < ranks; rank++) {
            if (!first.turned(rank, ranks).isAs(Part.of(small.schedule(rank), small))) {
                return false;
            }
        }
        return true;
    }

    /** The same of a vector that can be cut into as many equal parts as there are ranks, if it is cut: the next longer one. */
    static Collective evened(Collective collective) {
        int small = PRIME;
        Schedule schedule = collective.among(small).schedule(0);
        boolean isCut = Schedule.cuts(schedule.layout(Schedule.IN)) > 1 || Schedule.cuts(schedule.layout(Schedule.OUT)) > 1;
        return isCut ? collective.withBytes(Math.ceilDiv(collective.bytes(), (long) collective.ranks()) * collective.ranks()) : collective;
    }

    /**
     * Who is run for whom.
     *
     * @throws BraidException {@code BRD-1616} if too many would have to be run
     */
    static Images images(Collective collective, Network network) {
        if (!isRound(collective)) {
            throw tooLarge(collective, "its ranks do different things, so that none can be run for others, and all of them would have some " + power(Growth.steps(collective)) + " steps and dependencies" + held());
        }
        if (evened(collective).bytes() != collective.bytes()) {
            throw tooLarge(collective, "a vector of " + collective.bytes() + " bytes cannot be cut into equal parts, so that its ranks are not alike; one of " + evened(collective).bytes() + " can");
        }
        int period = Period.of(network);
        double steps = Growth.steps(collective) / collective.ranks() * period;
        if (steps > Growth.MOST_STEPS) {
            String alike = period == collective.ranks() ? "no rank of this topology can be run for others" : "this topology repeats itself after " + period + " ranks";
            throw tooLarge(collective, alike + ", and those that would have to be run have some " + power(steps) + " steps and dependencies" + held());
        }
        return new Images(collective.ranks(), period);
    }

    static BraidException tooLarge(Collective collective, String why) {
        return new BraidException(
                ErrorCode.SIMULATION_TOO_LARGE,
                collective.operation().text() + " by " + collective.text() + " of " + collective.ranks() + " ranks",
                why,
                "Simulate fewer ranks, hosts of equally many ranks in blocks and fewer levels above them, or an algorithm with fewer messages, such as a tree");
    }

    private static String held() {
        return "; " + power(Growth.MOST_STEPS) + " can be held";
    }

    private static String power(double steps) {
        return String.format(Locale.ROOT, "%.0e", steps);
    }
}
