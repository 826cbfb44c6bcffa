package org.braid.coll.topology;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Ranks that are nearer to each other than to all others, and the constituents that they fall into over a faster channel: clusters, or single ranks. Constituents stand in the order of their lowest ranks.
 *
 * <p>Each constituent has a leader, which speaks for it: the root of an operation where that is inside, else its lowest rank. A pure function of both, so that calls with several roots may be under way at
 * once (multilevel-collectives, section 3.1, whose Figure 5 substitutes the root for the master).
 */
public final class Cluster {
    private final String name;
    private final int own;
    private final int kind;
    private final RankSet ranks;
    private final List<Cluster> constituents; // empty: the ranks themselves
    private final int[] before; // how many ranks are in the constituents before each of them, and in all; empty likewise
    private final int fewest; // ranks of the smallest cluster inside that has nothing smaller inside
    private final boolean isProcess;
    private final @Nullable Atlas atlas; // where what is inside of an outline is found

    /**
     * A cluster.
     *
     * @param own the level that it is named by; -1 of the whole
     * @param kind the slowest level at which its constituents differ; the number of levels if they are ranks
     * @param constituents by their lowest ranks; empty if they are the ranks
     */
    Cluster(String name, int own, int kind, RankSet ranks, List<Cluster> constituents) {
        this(name, own, kind, ranks, constituents, false);
    }

    private Cluster(String name, int own, int kind, RankSet ranks, List<Cluster> constituents, boolean isProcess) {
        this.name = name;
        this.own = own;
        this.kind = kind;
        this.ranks = ranks;
        this.constituents = constituents;
        this.before = new int[constituents.isEmpty() ? 0 : constituents.size() + 1];
        int least = ranks.size();
        for (int i = 1; i < before.length; i++) {
            before[i] = before[i - 1] + constituents.get(i - 1).ranks.size();
            least = Math.min(least, constituents.get(i - 1).fewest);
        }
        this.fewest = least;
        this.isProcess = isProcess;
        this.atlas = null;
    }

    /** An outline. */
    private Cluster(Cluster whole, Atlas atlas) {
        this.name = whole.name;
        this.own = whole.own;
        this.kind = whole.kind;
        this.ranks = whole.ranks;
        this.constituents = List.of();
        this.before = new int[0];
        this.fewest = whole.fewest;
        this.isProcess = false;
        this.atlas = atlas;
    }

    /** What a member keeps of it: the constituents of each cluster that the member is in, and of what is inside of others nothing. Those are asked for as if they were there ({@link #constituent}), and found in the atlas. */
    Cluster keptBy(int member, Atlas all) {
        if (constituents.isEmpty()) {
            return this;
        }
        List<Cluster> kept = new ArrayList<>();
        for (Cluster each : constituents) {
            kept.add(each.contains(member) ? each.keptBy(member, all) : each.constituents.isEmpty() ? each : new Cluster(each, all));
        }
        return new Cluster(name, own, kind, ranks, List.copyOf(kept));
    }

    /** The constituent that a rank is in, which is a cluster. */
    Cluster inside(int rank) {
        return constituents.get(indexOf(rank));
    }

    /** How many clusters, ranks that stand beside clusters, and rows of ranks are kept here. */
    int kept() {
        int all = 1 + ranks.rows();
        for (Cluster each : constituents) {
            all += each.kept();
        }
        return all;
    }

    /** A rank for which no more levels are named, beside others that have some. */
    static Cluster process(int rank, int kind) {
        return new Cluster("", kind, kind, RankSet.interval(rank, rank + 1), List.of(), true);
    }

    /** This one without the clusters of some levels inside it, whose constituents become its own. */
    Cluster without(IntPredicate isLeftOut, int kinds) {
        List<Cluster> kept = new ArrayList<>();
        keep(isLeftOut, kinds, kept);
        kept.sort(Comparator.comparingInt(each -> each.ranks.lowest()));
        int slowest = kept.stream().mapToInt(each -> each.own).min().orElse(kinds);
        return new Cluster(name, own, slowest, ranks, slowest == kinds ? List.of() : List.copyOf(kept));
    }

    private void keep(IntPredicate isLeftOut, int kinds, List<Cluster> kept) {
        for (int i = 0; i < constituents(); i++) {
            Cluster below = constituent(i);
            if (below == null) {
                kept.add(process(ranks(i).lowest(), kinds));
            } else if (isLeftOut.test(below.own)) {
                below.keep(isLeftOut, kinds, kept);
            } else {
                kept.add(below.without(isLeftOut, kinds));
            }
        }
    }

    /** This one with only those of its ranks that are among these, which ascend, by their places there; null if there is none. Every rank of two groups does so before its first collective: no lambda. */
    @Nullable Cluster among(int[] members, int kinds) {
        int[] mine = new int[members.length];
        int count = 0;
        for (int place = 0; place < members.length; place++) {
            if (ranks.contains(members[place])) {
                mine[count++] = place;
            }
        }
        if (count == 0) {
            return null;
        }
        List<Cluster> kept = new ArrayList<>();
        int slowest = kinds;
        for (Cluster constituent : constituents) {
            @Nullable Cluster some = constituent.among(members, kinds);
            if (some != null) {
                insert(some, kept);
                slowest = Math.min(slowest, some.own);
            }
        }
        return new Cluster(name, own, slowest, RankSet.of(Arrays.copyOf(mine, count)), slowest == kinds ? List.of() : List.copyOf(kept), isProcess);
    }

    /** By their lowest ranks. */
    private static void insert(Cluster one, List<Cluster> sorted) {
        int at = sorted.size();
        while (at > 0 && sorted.get(at - 1).ranks.lowest() > one.ranks.lowest()) {
            at--;
        }
        sorted.add(at, one);
    }

    /** The ranks that no channel parts from this one, which has no smaller cluster. */
    public RankSet innermost(int rank) {
        return constituents.isEmpty() ? ranks : RankSet.interval(rank, rank + 1);
    }

    /** How many ranks the smallest cluster inside has that has nothing smaller inside: 1 if a rank stands beside clusters. */
    public int fewestTogether() {
        return fewest;
    }

    /** This one with one rank in each cluster that has no smaller ones: the place that its lowest rank has in {@code lowest}. */
    Cluster withOneRankEach(int[] lowest) {
        if (constituents.isEmpty()) {
            int number = Arrays.binarySearch(lowest, ranks.lowest());
            return new Cluster(name, own, kind, RankSet.interval(number, number + 1), List.of(), isProcess);
        }
        List<Cluster> each = new ArrayList<>();
        List<RankSet> parts = new ArrayList<>();
        for (Cluster constituent : constituents) {
            Cluster one = constituent.withOneRankEach(lowest);
            each.add(one);
            parts.add(one.ranks);
        }
        return new Cluster(name, own, kind, RankSet.union(parts), List.copyOf(each));
    }

    /** As its level calls it; "" of the whole and of a single rank. */
    String name() {
        return name;
    }

    /** The level that it is named by; -1 of the whole. */
    int own() {
        return own;
    }

    /** The slowest level at which its constituents differ; the number of levels if they are ranks. */
    public int kind() {
        return kind;
    }

    /** All its ranks. */
    public RankSet ranks() {
        return ranks;
    }

    /** How many constituents it has, at least 1. */
    public int constituents() {
        return constituents.isEmpty() ? ranks.size() : constituents.size();
    }

    /** The cluster that a constituent is; null if it is a rank. */
    public @Nullable Cluster constituent(int index) {
        if (constituents.isEmpty() || constituents.get(index).isProcess) {
            return null;
        }
        Cluster inside = constituents.get(index);
        return inside.atlas == null ? inside : inside.atlas.find(inside);
    }

    /** The ranks of a constituent. */
    public RankSet ranks(int index) {
        if (constituents.isEmpty()) {
            int rank = ranks.at(index);
            return RankSet.interval(rank, rank + 1);
        }
        return constituents.get(index).ranks;
    }

    /** How many ranks a constituent has. */
    public int weight(int index) {
        return constituents.isEmpty() ? 1 : constituents.get(index).ranks.size();
    }

    /** How many ranks so many constituents have from {@code first} on, counted round. */
    public int weight(int first, int count) {
        if (constituents.isEmpty()) {
            return count;
        }
        int all = constituents.size();
        int round = Math.max(0, first + count - all);
        return before[first + count - round] - before[first] + before[round];
    }

    /** Which constituent the rank with that number is in, if ranks are counted constituent by constituent. */
    public int constituentOf(int number) {
        if (constituents.isEmpty()) {
            return number;
        }
        int found = Arrays.binarySearch(before, number);
        return found >= 0 ? found : -found - 2;
    }

    /** The ranks of so many constituents from {@code first} on, counted round. */
    public RankSet ranks(int first, int count) {
        if (constituents.isEmpty()) {
            return ranks.round(first, count);
        }
        List<RankSet> parts = new ArrayList<>();
        for (int at = 0; at < count; at++) {
            parts.add(ranks((first + at) % constituents.size()));
        }
        return parts.size() == 1 ? parts.getFirst() : RankSet.union(parts);
    }

    /** Which constituent a rank of this cluster is in. */
    public int indexOf(int rank) {
        if (constituents.isEmpty()) {
            return ranks.indexOf(rank);
        }
        int index = lastFrom(rank);
        while (!constituents.get(index).ranks.contains(rank)) {
            index--;
        }
        return index;
    }

    /** The last constituent whose lowest rank is not above that one: where ranks are placed in blocks, the one that it is in. */
    private int lastFrom(int rank) {
        int low = 0;
        int high = constituents.size() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            boolean isAbove = constituents.get(middle).ranks.lowest() > rank;
            low = isAbove ? low : middle;
            high = isAbove ? middle - 1 : high;
        }
        return low;
    }

    /** Whether a rank is inside. */
    public boolean contains(int rank) {
        return ranks.contains(rank);
    }

    /** Which constituent the leader of the whole cluster is in: that of the root, if it is here, else the first. */
    public int leading(int root) {
        return contains(root) ? indexOf(root) : 0;
    }

    /** Who speaks for a constituent when {@code root} is the root. */
    public int leader(int index, int root) {
        if (constituents.isEmpty()) {
            return ranks.at(index);
        }
        RankSet inside = constituents.get(index).ranks;
        return inside.contains(root) ? root : inside.lowest();
    }
}
