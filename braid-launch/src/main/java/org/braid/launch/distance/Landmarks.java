package org.braid.launch.distance;

import java.util.List;

/**
 * To which hosts all others measure their ways: each time the one that is farthest from all that were before, until none is far from all of them (Gonzalez, Clustering to minimize the maximum intercluster distance, Theoretical
 * Computer Science 38, 1985). So there are as many as there are groups of hosts, one on a LAN however many hosts that has, and every group has one. Pure.
 */
final class Landmarks {
    /** There are no more. */
    static final int NONE = -1;

    static final int MOST = 16;

    /** Where nobody has reached so many, nobody reaches anybody. */
    private static final int MOST_IN_VAIN = 2;

    private Landmarks() {}

    /**
     * The next one.
     *
     * @param before those that all hosts have been asked about
     */
    static int next(RoundTrips known, List<Integer> before) {
        if (before.isEmpty()) {
            return 0;
        }
        int farthest = NONE;
        int farthestUs = Levels.FLOOR_US;
        for (int host = 0; host < known.hosts(); host++) {
            int us = before.contains(host) ? 0 : nearest(known, host, before);
            if (us > farthestUs) {
                farthest = host;
                farthestUs = us;
            }
        }
        boolean isVain = before.size() >= MOST_IN_VAIN && known.isEmpty();
        return isVain || before.size() >= MOST ? NONE : farthest;
    }

    /** Of an unknown host it may be said that it is far. */
    private static int nearest(RoundTrips known, int host, List<Integer> landmarks) {
        int nearest = Integer.MAX_VALUE;
        for (int landmark : landmarks) {
            int us = known.between(host, landmark);
            nearest = us == RoundTrips.UNKNOWN ? nearest : Math.min(nearest, us);
        }
        return nearest;
    }
}
