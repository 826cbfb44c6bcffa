package org.braid.coll.topology;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The multilevel topology tree of a communicator (multilevel-collectives, section 3, Figure 2): each level is a channel, the slowest on top, and clusters are those who share it. Unchanging; equal places
 * make equal trees, so every member that knows the places of all computes the same one, without a message.
 *
 * <pre>
 *   level 0            all                     depth of a rank: how many levels its path has
 *                /            \                cluster id at level l: which constituent of its level-l cluster it is in
 *   level 1   site llnl     site anl           colour at level l: which of all level-l clusters it is in
 *               |           /      \
 *   level 2   cluster     host     host
 *             / | | \    0 … 7    0 … 7        depth 3 here, 4 on the left: a level that nobody has named does not exist
 *   level 3  4 hosts of 4
 * </pre>
 *
 * A member keeps the clusters on its own path ({@link #seenBy}): of each its constituents, and of each of these the ranks, which are a few words where they are placed in blocks or where hosts take turns. What is inside of
 * clusters beside its path is made anew when somebody asks for it, as a root for the order of all blocks, and forgotten. A simulator keeps everything ({@link #of}). Cluster ids and colours are
 * computed when they are asked for. A level with one constituent takes part in depth and ids, as in the paper, and costs no message.
 */
public final class Topology {
    private static final int NOBODY = -1;

    private final List<String> kinds;
    private final Cluster whole;
    private final @Nullable Atlas atlas; // where the rest is found; null if nothing is left out
    private final int member; // whose path is kept; nobody's if all is
    private final int levelsOverHosts;
    private final int hostsBeside;

    private Topology(List<String> kinds, Cluster whole) {
        this(kinds, whole, null, NOBODY, whole);
    }

    private Topology(List<String> kinds, Cluster whole, @Nullable Atlas atlas, int member, Cluster all) {
        this.kinds = kinds;
        this.whole = whole;
        this.atlas = atlas;
        this.member = member;
        this.levelsOverHosts = levelsOverHosts(all);
        this.hostsBeside = hostsBeside(all);
    }

    private static Topology seen(List<String> kinds, Atlas atlas, int member) {
        Cluster all = atlas.get();
        return new Topology(kinds, all.keptBy(member, atlas), atlas, member, all);
    }

    /** All ranks are equally far from each other. */
    public static Topology flat(int size) {
        return new Topology(List.of(), new Cluster("", -1, 0, RankSet.interval(0, size), List.of()));
    }

    /**
     * The tree of these places.
     *
     * @param kinds what the levels are called, the slowest first: site, cluster, host
     * @param places of all ranks, each with a name for each level
     * @throws IllegalArgumentException if there are no ranks, or a place has other levels
     */
    public static Topology of(List<String> kinds, List<Place> places) {
        return new Topology(List.copyOf(kinds), all(kinds, places));
    }

    /**
     * The same tree as one of its ranks keeps it.
     *
     * @param member that rank
     * @param all where all ranks are, who can be asked as long as somebody has the topology, and says the same each time
     * @throws IllegalArgumentException likewise
     */
    public static Topology seenBy(int member, List<String> kinds, Whereabouts all) {
        List<String> named = List.copyOf(kinds);
        return seen(named, new Atlas() {
            @Override
            Cluster made() {
                return all(named, all.places());
            }
        }, member);
    }

    /** This one as one of its ranks keeps it, who looks the rest up here. */
    public Topology seenBy(int rank) {
        Cluster all = everything().whole;
        return seen(kinds, new Atlas() {
            @Override
            Cluster made() {
                return all;
            }
        }, rank);
    }

    /** This one with nothing left out, for those who look at every cluster. */
    public Topology everything() {
        return atlas == null ? this : new Topology(kinds, atlas.get());
    }

    /** How many clusters, ranks that stand beside clusters, and rows of ranks it keeps. */
    int kept() {
        return whole.kept();
    }

    private static Cluster all(List<String> kinds, List<Place> places) {
        if (places.isEmpty()) {
            throw new IllegalArgumentException("a topology of no ranks");
        }
        int[] all = new int[places.size()];
        for (int rank = 0; rank < all.length; rank++) {
            all[rank] = rank;
            if (places.get(rank).names().size() != kinds.size()) {
                throw new IllegalArgumentException("the place of rank " + rank + " has " + places.get(rank).names().size() + " names, and there are " + kinds.size() + " levels");
            }
        }
        return new ClusterBuilder(kinds.size(), places).cluster("", -1, all, 0);
    }

    /** The same ranks, as if nobody had named these levels: what was in a cluster of them is in the one above. */
    public Topology without(Set<String> levels) {
        List<String> kept = new ArrayList<>(kinds);
        kept.removeAll(levels);
        if (kept.size() == kinds.size()) {
            return this;
        }
        Atlas known = atlas;
        return known == null ? new Topology(kinds, without(whole, levels)) : seen(kinds, new Atlas() {
            @Override
            Cluster made() {
                return without(known.get(), levels);
            }
        }, member);
    }

    private Cluster without(Cluster all, Set<String> levels) {
        return all.without(kind -> kind >= 0 && kind < kinds.size() && levels.contains(kinds.get(kind)), kinds.size());
    }

    /** Whether the ranks of a cluster share memory, whatever parts them further. */
    public boolean isWithinHost(Cluster cluster) {
        return isWithinHost(cluster.kind());
    }

    /** Whether ranks share memory whose places differ first at that level of {@link #kinds()}; at none: its length. */
    public boolean isWithinHost(int level) {
        return level > Level.sharing(kinds);
    }

    /** The clusters on a rank's path whose constituents are on several hosts, and the whole in any case, the innermost first. */
    public List<Cluster> overHosts(int rank) {
        return path(rank).reversed().stream().filter(cluster -> cluster == whole || !isWithinHost(cluster)).toList();
    }

    /** On how many levels hosts are apart, at most: on one, if no channel between two of them is slower than another. */
    public int mostLevelsOverHosts() {
        return levelsOverHosts;
    }

    private int levelsOverHosts(@Nullable Cluster cluster) {
        if (cluster == null || isWithinHost(cluster)) {
            return 0;
        }
        int most = 0;
        for (int i = 0; i < cluster.constituents(); i++) {
            most = Math.max(most, levelsOverHosts(cluster.constituent(i)));
        }
        return 1 + most;
    }

    /** How many hosts there are at most between which no channel is slower than another. */
    public int mostHostsBesideEachOther() {
        return hostsBeside;
    }

    private int hostsBeside(Cluster cluster) {
        int most = cluster.kind() == Level.sharing(kinds) ? cluster.constituents() : 1;
        for (int i = 0; i < cluster.constituents() && !isWithinHost(cluster); i++) {
            @Nullable Cluster below = cluster.constituent(i);
            most = below == null ? most : Math.max(most, hostsBeside(below));
        }
        return most;
    }

    /** The same ranks, as if what they share within a host parted nobody. */
    Topology toHosts() {
        return kinds.size() == Level.sharing(kinds) + 1 ? this : without(Set.of(Level.PACKAGE, Level.CACHE, Level.PROCESS));
    }

    /** The same tree of fewer ranks, see {@link Hosts#among}. */
    Topology withOneRankEach(int[] lowest) {
        Atlas known = atlas;
        return known == null ? new Topology(kinds, whole.withOneRankEach(lowest)) : seen(kinds, new Atlas() {
            @Override
            Cluster made() {
                return known.get().withOneRankEach(lowest);
            }
        }, Arrays.binarySearch(lowest, path(member).getLast().innermost(member).lowest()));
    }

    /**
     * The same places of some of these ranks.
     *
     * @param ranks ascending, at least one; the i-th of them is rank i
     */
    public Topology among(int[] ranks) {
        Atlas known = atlas;
        int place = known == null ? NOBODY : Arrays.binarySearch(ranks, member);
        return known == null || place < 0 ? new Topology(kinds, some(known == null ? whole : known.get(), ranks)) : seen(kinds, new Atlas() {
            @Override
            Cluster made() {
                return some(known.get(), ranks);
            }
        }, place);
    }

    private Cluster some(Cluster all, int[] ranks) {
        @Nullable Cluster some = all.among(ranks, kinds.size());
        if (some == null) {
            throw new IllegalArgumentException("a topology of no ranks");
        }
        return some;
    }

    /** The rank whose path it keeps; -1 if it keeps everything. */
    int member() {
        return member;
    }

    /** The tree as people read it, a cluster a line. */
    @Override
    public String toString() {
        return TopologyText.of(this);
    }

    /** The tree as a picture: boxes inside boxes, the slowest channel outside. */
    public String svg() {
        return new TopologySvg(this).draw();
    }

    /** How many ranks it has. */
    public int size() {
        return whole.ranks().size();
    }

    /** What the levels are called that a place may name, the slowest first. */
    public List<String> kinds() {
        return kinds;
    }

    /** The cluster of all ranks. */
    public Cluster whole() {
        return whole;
    }

    /** The clusters that a rank is in, from the whole down; as many as it has levels. */
    public List<Cluster> path(int rank) {
        List<Cluster> path = new ArrayList<>(kinds.size() + 1);
        for (@Nullable Cluster at = whole; at != null; at = at.constituent(at.indexOf(rank))) {
            path.add(at);
        }
        return path;
    }

    /** The cluster at which all ways between some ranks meet that are of the slowest channel: the first from the top that has several constituents; the lowest one if there is none. */
    public Cluster top() {
        Cluster at = whole;
        for (@Nullable Cluster next = at; next != null && at.constituents() == 1; next = at.constituent(0)) {
            at = next;
        }
        return at;
    }

    /** Whether no channel is slower than another: what differs in name only is as near as it can be, or as far. */
    public boolean isFlat() {
        Cluster top = top();
        for (int i = 0; i < top.constituents(); i++) {
            if (top.weight(i) > 1) {
                return top.constituents() == 1;
            }
        }
        return true;
    }

    /** On how many levels a rank has neighbours or could have (multilevel-collectives, section 3). */
    public int depth(int rank) {
        return path(rank).size();
    }

    /** The depth of each rank. */
    public int[] depths() {
        int[] depths = new int[size()];
        for (int rank = 0; rank < depths.length; rank++) {
            depths[rank] = depth(rank);
        }
        return depths;
    }

    /** The lowest rank on the same side of the slowest channel; -1 if the ranks on that level are single ones, so that nothing is left to part. */
    public int firstBeside(int rank) {
        Cluster top = top();
        return top.constituents() == 1 || top.kind() == kinds.size() ? -1 : top.ranks(top.indexOf(rank)).lowest();
    }

    /**
     * Which constituent of its cluster at a level a rank is in.
     *
     * @param level from 0 to less than the rank's depth
     */
    public int clusterId(int rank, int level) {
        return path(rank).get(level).indexOf(rank);
    }

    /** For each rank and each of its levels a number that those ranks share who are in one cluster there, as MPICH-G2's colours: 0, 1, … by their lowest ranks. */
    public int[][] colours() {
        int[][] colours = new int[size()][];
        int[] next = new int[kinds.size() + 1];
        for (int rank = 0; rank < colours.length; rank++) {
            List<Cluster> path = path(rank);
            colours[rank] = new int[path.size()];
            for (int level = 0; level < path.size(); level++) {
                int lowest = path.get(level).ranks().lowest();
                colours[rank][level] = lowest == rank ? next[level]++ : colours[lowest][level];
            }
        }
        return colours;
    }

    /** For each rank and each of its levels the lowest rank of its cluster there, who speaks for that where the root of an operation is elsewhere ({@link Cluster#leader}); who leads a cluster leads those inside it that it is in. */
    public int[][] leaders() {
        int[][] leaders = new int[size()][];
        for (int rank = 0; rank < leaders.length; rank++) {
            List<Cluster> path = path(rank);
            leaders[rank] = new int[path.size()];
            for (int level = 0; level < path.size(); level++) {
                leaders[rank][level] = path.get(level).ranks().lowest();
            }
        }
        return leaders;
    }

    /** The kind of the channel between two ranks: the first level at which their places differ; as many as there are levels if they are on one host, or are one. */
    public int channel(int one, int other) {
        Cluster at = whole;
        for (int index = at.indexOf(one); index == at.indexOf(other); index = at.indexOf(one)) {
            Cluster below = at.constituent(index);
            if (below == null) {
                return kinds.size();
            }
            at = below;
        }
        return at.kind();
    }
}
