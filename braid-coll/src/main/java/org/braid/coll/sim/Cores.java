package org.braid.coll.sim;

import java.util.Arrays;
import org.braid.coll.topology.Cluster;
import org.braid.coll.topology.Topology;
import org.jspecify.annotations.Nullable;

/**
 * Processors that ranks share: each host has so many, a piece of work takes the one that is free first, and one on which another rank worked last needs a turn before: a rank that waits has let it go, and must be given it again.
 */
final class Cores {
    private static final int NOBODY = -1;

    private final int[] hosts; // of each rank; empty if each has a core of its own
    private final int cores;
    private final long turnPs;
    private final long[] freePs;
    private final int[] lastRanks;

    private Cores(int[] hosts, int hostCount, int cores, long turnPs) {
        this.hosts = hosts;
        this.cores = cores;
        this.turnPs = turnPs;
        this.freePs = new long[hostCount * cores];
        this.lastRanks = new int[freePs.length];
        Arrays.fill(lastRanks, NOBODY);
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
        int from = hosts[rank] * cores;
        int best = from;
        for (int core = from + 1; core < from + cores; core++) {
            boolean isBetter = freePs[core] < freePs[best] || freePs[core] == freePs[best] && lastRanks[core] == rank;
            best = isBetter ? core : best;
        }
        return best;
    }

    /** When a rank that could work from {@code atPs} on has a core. */
    long free(int rank, long atPs) {
        return hosts.length == 0 ? atPs : Math.max(atPs, freePs[core(rank)]);
    }

    /** A rank that could work from {@code atPs} on does so for that long; when it is over. */
    long take(int rank, long atPs, long ps) {
        if (hosts.length == 0) {
            return VirtualTime.plus(atPs, ps);
        }
        int core = core(rank);
        long startPs = Math.max(atPs, freePs[core]);
        long turn = lastRanks[core] == rank ? 0 : turnPs;
        lastRanks[core] = rank;
        freePs[core] = VirtualTime.plus(VirtualTime.plus(startPs, turn), ps);
        return freePs[core];
    }
}
