package org.braid.coll.sim;

import java.util.Arrays;
import org.braid.coll.topology.Cluster;
import org.braid.coll.topology.Topology;
import org.jspecify.annotations.Nullable;

/**
 * Processors that are counted: each host has so many; if its ranks are as many or fewer each has its own, and else a piece of work takes the one that is free first, and one on which another rank worked last needs a turn before: a rank that waits has let it go, and must be given it again.
 *
 * <p>A rank that has been given one goes on with whatever else it has to do by then, for as long as a turn takes: it does not let it go between two messages that are both there. What it does so moves those back that come later, not those that have been given their times already.
 */
final class Cores {
    private static final int NOBODY = -1;
    private static final long NEVER = -1;

    private final int[] hosts; // of each rank; empty if each has a core of its own
    private final int cores;
    private final long turnPs;
    private final long[] freePs;
    private final int[] lastRanks;
    private final int[] owned; // of each rank the core that is its own, where its host has as many as ranks; or nobody's
    private final int[] given; // the core that each rank was given last
    private final long[] untilPs; // when it has done there what it had to do
    private final long[] lettingGoPs; // until when it goes on if there is more

    private Cores(int[] hosts, int hostCount, int cores, long turnPs) {
        this.hosts = hosts;
        this.cores = cores;
        this.turnPs = turnPs;
        this.freePs = new long[hostCount * cores];
        this.lastRanks = new int[freePs.length];
        this.owned = new int[hosts.length];
        this.given = new int[hosts.length];
        this.untilPs = new long[hosts.length];
        this.lettingGoPs = new long[hosts.length];
        Arrays.fill(lastRanks, NOBODY);
        Arrays.fill(untilPs, NEVER);
        own(hostCount);
    }

    /** On a host that has as many cores as ranks nobody waits for one. */
    private void own(int hostCount) {
        int[] ranks = new int[hostCount];
        for (int host : hosts) {
            ranks[host]++;
        }
        int[] next = new int[hostCount];
        for (int rank = 0; rank < hosts.length; rank++) {
            owned[rank] = ranks[hosts[rank]] <= cores ? hosts[rank] * cores + next[hosts[rank]]++ : NOBODY;
            if (owned[rank] != NOBODY) {
                lastRanks[owned[rank]] = rank;
            }
        }
    }

    static Cores of(Network network) {
        Sharing sharing = network.sharing();
        if (sharing.coresOfHost() == Sharing.EACH_ITS_OWN) {
            return new Cores(new int[0], 0, 0, 0);
        }
        int[] hosts = new int[network.topology().size()];
        int count = sharing.isOneMachine() ? 1 : number(network.topology(), network.topology().whole(), hosts, 0);
        return new Cores(hosts, count, sharing.coresOfHost(), sharing.turnPs());
    }

    /** Ranks between which there is no slower channel than those within hosts are on one. */
    private static int number(Topology topology, Cluster cluster, int[] hosts, int first) {
        if (topology.isWithinHost(cluster)) {
            for (int i = 0; i < cluster.ranks().size(); i++) {
                hosts[cluster.ranks().at(i)] = first;
            }
            return first + 1;
        }
        int next = first;
        for (int i = 0; i < cluster.constituents(); i++) {
            @Nullable Cluster below = cluster.constituent(i);
            if (below != null) {
                next = number(topology, below, hosts, next);
            } else {
                hosts[cluster.ranks(i).lowest()] = next++;
            }
        }
        return next;
    }

    /** Whether ranks that share processors are in one stretch of so many ranks, the first of which begins with rank 0. */
    boolean liesWithin(int stretch) {
        int[] stretches = new int[hosts.length];
        Arrays.fill(stretches, NOBODY);
        for (int rank = 0; rank < hosts.length; rank++) {
            int first = stretches[hosts[rank]];
            if (first != NOBODY && first != rank / stretch) {
                return false;
            }
            stretches[hosts[rank]] = rank / stretch;
        }
        return true;
    }

    private int core(int rank) {
        if (owned[rank] != NOBODY) {
            return owned[rank];
        }
        int from = hosts[rank] * cores;
        int best = from;
        for (int core = from + 1; core < from + cores; core++) {
            boolean isBetter = freePs[core] < freePs[best] || freePs[core] == freePs[best] && lastRanks[core] == rank;
            best = isBetter ? core : best;
        }
        return best;
    }

    /** Whether there are so many and no more. */
    boolean areCounted() {
        return hosts.length > 0;
    }

    /** When a rank that could work from {@code atPs} on does so, if it takes a core now. */
    long free(int rank, long atPs) {
        if (!areCounted() || goesOn(rank, atPs)) {
            return atPs;
        }
        int core = core(rank);
        return VirtualTime.plus(Math.max(atPs, freePs[core]), lastRanks[core] == rank ? 0 : turnPs);
    }

    /** A rank that could work from {@code atPs} on does so for that long; when it is over. */
    long take(int rank, long atPs, long ps) {
        if (!areCounted()) {
            return VirtualTime.plus(atPs, ps);
        }
        return goesOn(rank, atPs) ? goOn(rank, ps) : begin(rank, free(rank, atPs), ps);
    }

    /** It has been at work, or been waiting for a core, until the very moment from which on it could do more. */
    private boolean goesOn(int rank, long atPs) {
        return untilPs[rank] == atPs && atPs < lettingGoPs[rank];
    }

    private long goOn(int rank, long ps) {
        untilPs[rank] = VirtualTime.plus(untilPs[rank], ps);
        int core = given[rank];
        freePs[core] = lastRanks[core] == rank ? untilPs[rank] : VirtualTime.plus(freePs[core], ps);
        return untilPs[rank];
    }

    private long begin(int rank, long startPs, long ps) {
        int core = core(rank);
        lettingGoPs[rank] = VirtualTime.plus(startPs, turnPs);
        lastRanks[core] = rank;
        given[rank] = core;
        freePs[core] = VirtualTime.plus(startPs, ps);
        untilPs[rank] = freePs[core];
        return freePs[core];
    }
}
