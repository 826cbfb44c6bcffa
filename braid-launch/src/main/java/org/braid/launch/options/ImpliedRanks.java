package org.braid.launch.options;

import java.util.List;

/** How many ranks there are by what a line for another launcher says of hosts, of their slots, and of how many ranks come on each; {@code -n} goes before it. */
final class ImpliedRanks {
    private int perHost;
    private int named;
    private int inFile;
    private String uncounted = "";

    /** So many on each host: there is one. */
    void perHost(int ranks) {
        perHost = ranks;
    }

    /** So many on each of other parts. */
    void perPart(String option, String value, RanksPerPart pattern) {
        if (pattern.isUncounted()) {
            uncounted = option + " " + value;
        }
    }

    /** Hosts of the line: each is for one rank unless it says for how many, and those of several options are added up, as in Open MPI. */
    void add(String option, List<NamedHost> hosts) {
        named = sum(option, named, hosts);
    }

    /** Hosts of a file. One that stands there alone, without a number, says only where ranks are. */
    void addFile(String option, List<NamedHost> hosts) {
        if (hosts.size() != 1 || hosts.getFirst().slots() != 0) {
            inFile = sum(option, inFile, hosts);
        }
    }

    private static int sum(String option, int before, List<NamedHost> hosts) {
        long all = before;
        for (NamedHost host : hosts) {
            all += Math.max(1, host.slots());
        }
        if (all > RunArguments.MAX_RANKS_ON_HOST) {
            throw RunArguments.wrong(option, "the hosts have " + all + " slots, more ranks than one host can start", "Write fewer, or -n and how many ranks are wanted in place of it");
        }
        return (int) all;
    }

    /**
     * How many ranks come on each host.
     *
     * @return 0 if that is not said
     * @throws org.braid.base.BraidException if it is said by parts of which nobody knows how many there are
     */
    int onEachHost() {
        if (perHost == 0 && !uncounted.isEmpty()) {
            throw RunArguments.wrong(uncounted, "how many ranks these are is not counted here", "Write -n and how many ranks there are beside it");
        }
        return perHost;
    }

    /** How many slots the hosts have: those of the line are chosen from those of the file, so they go before them. 0 if that is not said. */
    int slots() {
        return named != 0 ? named : inFile;
    }
}
