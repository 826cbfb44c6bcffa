package org.braid.coll.topology;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Ranks that no channel parts but packages and caches, so that they may share memory; mostly those of one host. Numbered by their lowest ranks. Unchanging. Of a topology that one of its ranks keeps, what is kept is that one's host, and of the others how many there are: each of them is looked up where somebody asks.
 */
public final class Hosts {
    private final Topology whole;
    private final @Nullable Listed kept; // all of them, where the topology keeps everything
    private final OnDemand<Listed> all;
    private final int count;
    private final int mostRanks;
    private final boolean inBlocks;
    private final int own; // the host of the topology's member
    private final @Nullable RankSet ownRanks;

    /** @param hostOf by rank: schedules of all ranks ask for it again and again */
    private record Listed(List<RankSet> ranks, int[] lowest, int[] hostOf) {
        static Listed of(Topology whole) {
            List<RankSet> found = new ArrayList<>();
            int[] lowest = new int[whole.size()];
            int[] hostOf = new int[lowest.length];
            int count = 0;
            for (int rank = 0; rank < lowest.length; rank++) {
                RankSet host = host(whole, rank);
                if (host.lowest() == rank) {
                    found.add(host);
                    hostOf[rank] = count;
                    lowest[count++] = rank;
                } else {
                    hostOf[rank] = hostOf[host.lowest()];
                }
            }
            return new Listed(List.copyOf(found), Arrays.copyOf(lowest, count), hostOf);
        }
    }

    private Hosts(Topology whole) {
        this.whole = whole;
        this.all = new OnDemand<>() {
            @Override
            Listed made() {
                return Listed.of(whole.everything());
            }
        };
        Listed listed = all.get();
        int most = 0;
        boolean blocks = true;
        for (RankSet host : listed.ranks) {
            most = Math.max(most, host.size());
            blocks &= host.intervals() == 1;
        }
        this.count = listed.lowest.length;
        this.mostRanks = most;
        this.inBlocks = blocks;
        this.kept = whole.member() < 0 ? listed : null;
        this.ownRanks = whole.member() < 0 ? null : host(whole, whole.member());
        this.own = ownRanks == null ? -1 : listed.hostOf[whole.member()];
    }

    private static RankSet host(Topology whole, int rank) {
        return whole.path(rank).getLast().innermost(rank);
    }

    /** Those of a topology. */
    public static Hosts of(Topology topology) {
        return new Hosts(topology.toHosts());
    }

    /** The topology that they are those of, without what parts ranks within them. */
    public Topology whole() {
        return whole;
    }

    /** How many there are. */
    public int count() {
        return count;
    }

    private Listed listed() {
        return kept == null ? all.get() : kept;
    }

    /** The ranks of one of them. */
    public RankSet ranks(int host) {
        return ownRanks != null && host == own ? ownRanks : listed().ranks.get(host);
    }

    /** The ranks of one of them, ascending. */
    public int[] members(int host) {
        return ranks(host).ranks();
    }

    /** Which one a rank is on. */
    public int hostOf(int rank) {
        return ownRanks != null && ownRanks.contains(rank) ? own : listed().hostOf[rank];
    }

    /** How many ranks the largest of them has. */
    public int mostRanks() {
        return mostRanks;
    }

    /** Whether the ranks of each are consecutive. */
    public boolean areInBlocks() {
        return inBlocks;
    }

    /** The same tree, of one rank for each host, by its number. */
    public Topology among() {
        return whole.withOneRankEach(listed().lowest);
    }
}
