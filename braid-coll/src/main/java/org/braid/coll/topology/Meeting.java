package org.braid.coll.topology;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The ranks of two groups in one place, and one of each that are as near to each other as any two of them: the way down from the place goes on as long as a smaller cluster has ranks of both. The first group are the ranks below a number. A pure function of the topology.
 */
public final class Meeting {
    private final int[] firsts;
    private final int[] seconds;
    private final int leadsFirsts;
    private final int leadsSeconds;

    private Meeting(RankSet ranks, @Nullable Cluster cluster, int split) {
        int[] all = ranks.ranks();
        int count = ranks.within(0, split);
        this.firsts = Arrays.copyOfRange(all, 0, count);
        this.seconds = Arrays.copyOfRange(all, count, all.length);
        RankSet inside = count == 0 || count == all.length || cluster == null ? ranks : smallest(cluster, split).ranks();
        this.leadsFirsts = count == 0 ? -1 : inside.lowest();
        this.leadsSeconds = count == all.length ? -1 : inside.at(inside.within(0, split));
    }

    /** In all of a cluster. */
    public static Meeting in(Cluster cluster, int split) {
        return new Meeting(cluster.ranks(), cluster, split);
    }

    /** In one of its constituents. */
    public static Meeting in(Cluster cluster, int index, int split) {
        return new Meeting(cluster.ranks(index), cluster.constituent(index), split);
    }

    private static Cluster smallest(Cluster cluster, int split) {
        Cluster at = cluster;
        for (@Nullable Cluster next = at; next != null; next = shared(at, split)) {
            at = next;
        }
        return at;
    }

    /** The first of a cluster's constituents that has ranks of both. */
    private static @Nullable Cluster shared(Cluster cluster, int split) {
        for (int i = 0; i < cluster.constituents(); i++) {
            Cluster below = cluster.constituent(i);
            int count = below == null ? 0 : below.ranks().within(0, split);
            if (below != null && count > 0 && count < below.ranks().size()) {
                return below;
            }
        }
        return null;
    }

    /** The ranks of the first group, or of the second one, that are here; ascending. */
    public int[] members(boolean ofFirst) {
        return ofFirst ? firsts.clone() : seconds.clone();
    }

    /** Who speaks for them; -1 if there are none. */
    public int leader(boolean ofFirst) {
        return ofFirst ? leadsFirsts : leadsSeconds;
    }

    /** Whether those are consecutive ranks, or none. */
    public boolean isInterval(boolean ofFirst) {
        int[] ranks = ofFirst ? firsts : seconds;
        return ranks.length == 0 || ranks[ranks.length - 1] - ranks[0] == ranks.length - 1;
    }

    /** Who speaks for that group in those of some places in which it has ranks; ascending. */
    public static int[] leaders(List<Meeting> places, boolean ofFirst) {
        int[] leaders = new int[places.size()];
        int count = 0;
        for (Meeting place : places) {
            if (place.leader(ofFirst) >= 0) {
                leaders[count++] = place.leader(ofFirst);
            }
        }
        Arrays.sort(leaders, 0, count);
        return Arrays.copyOf(leaders, count);
    }
}
