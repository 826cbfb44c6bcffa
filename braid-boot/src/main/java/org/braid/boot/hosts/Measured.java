package org.braid.boot.hosts;

/**
 * What the levels above hosts go by where nobody has named them: round trips, in microseconds.
 *
 * @param siteUs the shortest from one site to another; 0 if sites were not measured
 * @param clusterUs the shortest from one cluster to another of its site; 0 if clusters were not measured
 * @param insideUs the longest by which hosts of a group hang together
 */
public record Measured(int siteUs, int clusterUs, int insideUs) {
    /** The levels, if there are any, have been named. */
    public static final Measured NONE = new Measured(0, 0, 0);

    static final int BYTES = 12;

    /**
     * Checks that it can be.
     *
     * @throws IllegalArgumentException if a time is negative
     */
    public Measured {
        if (siteUs < 0 || clusterUs < 0 || insideUs < 0) {
            throw new IllegalArgumentException("round trips of " + siteUs + ", " + clusterUs + " and " + insideUs + " us");
        }
    }

    /** Whether there are such levels. */
    public boolean isAny() {
        return siteUs > 0 || clusterUs > 0;
    }

    /** For people: {@code sites are 30.1 ms from each other, clusters 1.2 ms, hosts of one 0.1 ms}; "" if nothing was measured. */
    @Override
    public String toString() {
        if (!isAny()) {
            return "";
        }
        String sites = siteUs > 0 ? "sites are " + milliseconds(siteUs) + " from each other, " : "";
        String clusters = clusterUs > 0 ? "clusters " + (siteUs > 0 ? "" : "are ") + milliseconds(clusterUs) + (siteUs > 0 ? ", " : " from each other, ") : "";
        return sites + clusters + "hosts of one " + milliseconds(insideUs);
    }

    /** A time as people read it, with two decimal places: {@code 0.12 ms}. */
    public static String milliseconds(int us) {
        int hundredths = (us + 5) / 10;
        int below = hundredths % 100;
        return hundredths / 100 + "." + below / 10 + below % 10 + " ms";
    }
}
