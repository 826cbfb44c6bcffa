package org.braid.launch.distance;

import java.util.Arrays;

/**
 * Round trips between hosts, in microseconds, as far as they are known. A host says what it has measured to a landmark, and both may have been landmarks: then the shorter time counts, since whatever disturbs makes times longer.
 * Two that say what cannot both be true are taken to have said nothing, and so is one that says it is where nobody can be.
 */
public final class RoundTrips {
    /** In place of a time. */
    public static final int UNKNOWN = -1;

    /** No time is longer: whatever takes that long is not waited for. */
    static final int LONGEST_US = 1_000_000;

    /** One host says so many times what the other one says, and is beyond noise. */
    private static final int CONTRADICTION = 16;

    private final int[][] said; // by host, to each host

    /** Nothing is known yet of so many hosts. */
    RoundTrips(int hosts) {
        said = new int[hosts][hosts];
        for (int[] row : said) {
            Arrays.fill(row, UNKNOWN);
        }
    }

    /** How many hosts there are. */
    public int hosts() {
        return said.length;
    }

    /** Whether no host has reached another one. */
    boolean isEmpty() {
        for (int[] row : said) {
            for (int us : row) {
                if (us != UNKNOWN) {
                    return false;
                }
            }
        }
        return true;
    }

    /** What one host says of its way to another one; a time that cannot be meant is none. */
    void put(int from, int to, int us) {
        said[from][to] = us >= 0 && us <= LONGEST_US ? us : UNKNOWN;
    }

    /** Between two hosts, whichever of them has measured it; {@link #UNKNOWN} if neither has, or they contradict each other. */
    int between(int one, int other) {
        if (one == other) {
            return 0;
        }
        int here = said[one][other];
        int there = said[other][one];
        if (here == UNKNOWN || there == UNKNOWN) {
            return Math.max(here, there);
        }
        int least = Math.min(here, there);
        return Math.max(here, there) > CONTRADICTION * Math.max(least, Levels.FLOOR_US) ? UNKNOWN : least;
    }

    /** Whether a host says that it is near two others which are far from each other; nobody is. It would make one group of all that it is near to. */
    boolean isContradicted(int host) {
        for (int one = 0; one < said.length; one++) {
            int here = between(host, one);
            for (int other = one + 1; here != UNKNOWN && other < said.length; other++) {
                int there = between(host, other);
                if (there != UNKNOWN && between(one, other) > CONTRADICTION * Math.max(here + there, Levels.FLOOR_US)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Two hosts are at least so far from each other: what is known between them, or what their ways to a third one differ by. */
    int atLeast(int one, int other) {
        int least = between(one, other);
        if (least != UNKNOWN) {
            return least;
        }
        for (int third = 0; third < said.length; third++) {
            int here = between(one, third);
            int there = between(other, third);
            least = here == UNKNOWN || there == UNKNOWN ? least : Math.max(least, Math.abs(here - there));
        }
        return Math.max(0, least);
    }
}
