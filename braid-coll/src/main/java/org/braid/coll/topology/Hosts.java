package org.braid.coll.topology;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Ranks that no channel parts but packages and caches, so that they may share memory; mostly those of one host. Numbered by their lowest ranks. Unchanging. */
public final class Hosts {
    private final Topology whole;
    private final List<RankSet> ranks;
    private final int[] lowest;
    private final int mostRanks;
    private final boolean inBlocks;

    private Hosts(Topology whole, List<RankSet> ranks, int[] lowest) {
        this.whole = whole;
        this.ranks = ranks;
        this.lowest = lowest;
        int most = 0;
        boolean blocks = true;
        for (int host = 0; host < lowest.length; host++) {
            most = Math.max(most, ranks.get(host).size());
            blocks &= ranks.get(host).intervals() == 1;
        }
        this.mostRanks = most;
        this.inBlocks = blocks;
    }

    /** Those of a topology. */
    public static Hosts of(Topology topology) {
        Topology whole = topology.toHosts();
        List<RankSet> found = new ArrayList<>();
        int[] lowest = new int[whole.size()];
        int count = 0;
        for (int rank = 0; rank < lowest.length; rank++) {
            RankSet host = whole.path(rank).getLast().innermost(rank);
            if (host.lowest() == rank) {
                found.add(host);
                lowest[count++] = rank;
            }
        }
        return new Hosts(whole, List.copyOf(found), Arrays.copyOf(lowest, count));
    }

    /** The topology that they are those of, without what parts ranks within them. */
    public Topology whole() {
        return whole;
    }

    /** How many there are. */
    public int count() {
        return lowest.length;
    }

    /** The ranks of one of them. */
    public RankSet ranks(int host) {
        return ranks.get(host);
    }

    /** The ranks of one of them, ascending. */
    public int[] members(int host) {
        return ranks.get(host).ranks();
    }

    /** Which one a rank is on. */
    public int hostOf(int rank) {
        return Arrays.binarySearch(lowest, whole.path(rank).getLast().innermost(rank).lowest());
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
        return whole.withOneRankEach(lowest);
    }
}
