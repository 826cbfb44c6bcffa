package org.braid.boot.hosts;

/**
 * One host of a job. Ranks of one host can share memory; its name is for people, and two hosts may have the same one.
 *
 * @param number in the job, from 0
 * @param cores that ranks of this host may use, at least 1
 * @param ranks of the job on this host, at least 1
 * @param name as it calls itself
 * @param address by which its ranks came to the job's server, "" if that is not known
 * @param site of hosts that are near each other, "" if nobody has named it
 * @param cluster inside the site, "" if nobody has named it
 */
public record JobHost(int number, int cores, int ranks, String name, String address, String site, String cluster) {
    /** No name, address, site or cluster is longer, in bytes of UTF-8. */
    public static final int MOST_BYTES = 255;

    /**
     * Checks that it can be.
     *
     * @throws IllegalArgumentException if it has no ranks or no cores
     */
    public JobHost {
        if (number < 0 || cores < 1 || ranks < 1) {
            throw new IllegalArgumentException("host " + number + " of " + cores + " cores and " + ranks + " ranks");
        }
    }

    /** Whether it has more ranks of the job than cores for them. */
    boolean isCrowded() {
        return ranks > cores;
    }

    /** For people: {@code one (10.0.0.1)}, and {@code paris/lan/one (10.0.0.1)} where a site and a cluster are named. */
    @Override
    public String toString() {
        String path = (site.isEmpty() ? "" : site + "/") + (cluster.isEmpty() ? "" : cluster + "/") + name;
        return address.isEmpty() ? path : path + " (" + address + ")";
    }
}
