package org.braid.coll.sim;

import org.braid.base.BraidException;
import org.braid.base.ErrorCode;

/** Sums of picoseconds: 64 bits hold some hundred days, and what passes them would otherwise come out as a short time. */
public final class VirtualTime {
    private static final long PS_PER_DAY = 86_400_000_000_000_000L;

    private VirtualTime() {}

    /**
     * The sum.
     *
     * @throws BraidException {@code BRD-1616} if it is more than can be held
     */
    public static long plus(long onePs, long otherPs) {
        long sum = onePs + otherPs;
        if (((onePs ^ sum) & (otherPs ^ sum)) < 0) {
            throw new BraidException(ErrorCode.SIMULATION_TOO_LARGE, "a collective in virtual time", "it takes more than the " + Long.MAX_VALUE / PS_PER_DAY + " days that can be counted in picoseconds", "Simulate shorter latencies and overheads, more bandwidth, or fewer bytes");
        }
        return sum;
    }
}
