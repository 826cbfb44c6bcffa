package org.braid.coll.algorithm.multilevel;

import java.util.ArrayList;
import java.util.List;
import org.braid.coll.algorithm.generator.Trees;
import org.braid.coll.algorithm.tree.Tree;
import org.braid.coll.schedule.Shape;
import org.braid.coll.topology.Cluster;
import org.braid.coll.topology.RankSet;
import org.braid.coll.topology.Topology;

/**
 * What one rank sees of the tree that leads through all levels: whom it hangs on, and who hangs on it. The groups of the paper (multilevel-collectives, Figures 3 and 5) are joined by a tree each, whose
 * root is the leader of their cluster: so together they are one tree over all ranks, whose root is the operation's. As large as the fan-outs on this rank's own path.
 *
 * <p>Below {@link #top()} it falls into one tree for each constituent; operations whose top level is an exchange among equals use these.
 *
 * <p>Where the ranks of a host share memory, a tree may be one <em>of hosts</em>: a leader's part begins with all ranks of its host, which hang on it by other means than messages. Only leaders have a place in it.
 */
public final class LeaderTree {
    private static final int NOBODY = -1;

    private final Topology topology;
    private final Cluster top;
    private final int root;
    private final boolean isOfHosts;
    private final List<Edge> edges = new ArrayList<>();
    private int parent = NOBODY;
    private int units = 1;
    private RankSet own;

    private LeaderTree(Shape shape, int root, boolean isOfHosts) {
        this(shape, topology(shape), root, isOfHosts);
    }

    private LeaderTree(Shape shape, Topology topology, int root, boolean isOfHosts) {
        this(shape, topology, topology.top(), root, isOfHosts);
    }

    private LeaderTree(Shape shape, Topology topology, Cluster top, int root, boolean isOfHosts) {
        this.topology = topology;
        this.top = top;
        this.root = root;
        this.isOfHosts = isOfHosts;
        this.own = RankSet.interval(shape.rank(), shape.rank() + 1);
    }

    /** The whole tree from the shape's root. */
    static LeaderTree of(Shape shape, Trees trees) {
        return of(shape, shape.root(), trees);
    }

    /** The whole tree from {@code root}. */
    static LeaderTree of(Shape shape, int root, Trees trees) {
        LeaderTree tree = new LeaderTree(shape, root, false);
        tree.climb(shape.rank(), trees, true);
        return tree;
    }

    /** The whole tree of hosts from {@code root}, as the leader of one sees it; there are several. */
    public static LeaderTree ofHosts(Shape shape, int root, Trees trees) {
        LeaderTree tree = new LeaderTree(shape, root, true);
        tree.climb(shape.rank(), trees, true);
        return tree;
    }

    /** The trees below the top level; each from its constituent's lowest rank. */
    static LeaderTree belowTop(Shape shape, Trees trees) {
        Topology topology = topology(shape);
        return below(topology, topology.top(), shape, trees, false);
    }

    /** The trees below each cluster that the shape's rank is in and that has several hosts, and below the top level, the innermost first. */
    static List<LeaderTree> belowEach(Shape shape, Trees trees) {
        return belowEach(shape, trees, false);
    }

    /** Likewise, trees of hosts, as the leader of one sees them. */
    static List<LeaderTree> ofHostsBelowEach(Shape shape, Trees trees) {
        return belowEach(shape, trees, true);
    }

    private static List<LeaderTree> belowEach(Shape shape, Trees trees, boolean isOfHosts) {
        Topology topology = topology(shape);
        List<LeaderTree> all = new ArrayList<>();
        for (Cluster cluster : topology.overHosts(shape.rank())) {
            all.add(below(topology, cluster, shape, trees, isOfHosts));
        }
        return all;
    }

    private static LeaderTree below(Topology topology, Cluster cluster, Shape shape, Trees trees, boolean isOfHosts) {
        LeaderTree tree = new LeaderTree(shape, topology, cluster, 0, isOfHosts);
        tree.climb(shape.rank(), trees, false);
        return tree;
    }

    private static Topology topology(Shape shape) {
        Topology known = shape.topology();
        return known == null ? Topology.flat(shape.size()) : known;
    }

    /** Likewise, trees of hosts. */
    static LeaderTree ofHostsBelowTop(Shape shape, Trees trees) {
        LeaderTree tree = new LeaderTree(shape, 0, true);
        tree.climb(shape.rank(), trees, false);
        return tree;
    }

    /** All ranks: the sides of the slowest channel behind each other, and each in the order of its tree below the top. */
    public static int[] order(Shape shape) {
        return Edge.order(topology(shape).top(), 0);
    }

    private void climb(int rank, Trees trees, boolean overTop) {
        List<Cluster> path = topology.path(rank);
        for (int level = path.size() - 1; level >= 0 && parent == NOBODY; level--) {
            Cluster cluster = path.get(level);
            if (cluster == top && !overTop) {
                return;
            }
            boolean isSlow = !topology.isWithinHost(cluster);
            if (isOfHosts && !isSlow) {
                own = cluster.ranks();
                units = own.size();
            } else {
                join(cluster, rank, trees.among(members(cluster), isSlow, cluster.constituents()));
            }
        }
    }

    /** What its constituents are to a tuning. */
    private String members(Cluster cluster) {
        return cluster.kind() < topology.kinds().size() ? topology.kinds().get(cluster.kind()) : Trees.RANK;
    }

    /** This rank speaks for the constituent that it is in. */
    private void join(Cluster cluster, int rank, Tree branching) {
        int members = cluster.constituents();
        int leading = cluster.leading(root);
        int node = Math.floorMod(cluster.indexOf(rank) - leading, members);
        int end = node + branching.subtree(node, members);
        for (int child = node + 1; child < end; child += branching.subtree(child, members)) {
            int nodes = branching.subtree(child, members);
            int weight = cluster.weight((leading + child) % members, nodes);
            edges.add(new Edge(cluster.leader((leading + child) % members, root), units, weight, cluster, root, child, nodes));
            units += weight;
        }
        parent = node == 0 ? NOBODY : cluster.leader((leading + branching.parent(node, members)) % members, root);
    }

    /** Whether this rank hangs on nobody. */
    boolean isRoot() {
        return parent == NOBODY;
    }

    /** Whom it hangs on. */
    int parent() {
        return parent;
    }

    /** Who hangs on it, the nearest first. */
    List<Edge> edges() {
        return edges;
    }

    /** Likewise, the farthest first: what takes longest is begun first. */
    List<Edge> farthestFirst() {
        return edges.reversed();
    }

    /** How many ranks hang on it, itself counted. */
    public int units() {
        return units;
    }

    /** This rank; of a tree of hosts all ranks of its host. */
    RankSet own() {
        return own;
    }

    /** The ranks that hang on this one, itself among them. */
    RankSet ranks() {
        List<RankSet> parts = new ArrayList<>();
        parts.add(own);
        edges.forEach(edge -> parts.add(edge.ranks()));
        return RankSet.union(parts);
    }

    /** Whether each constituent of the top level has consecutive ranks. */
    boolean isInBlocks() {
        for (int i = 0; i < top.constituents(); i++) {
            if (top.ranks(i).intervals() > 1) {
                return false;
            }
        }
        return true;
    }

    /** The cluster in whose group the slowest messages travel. */
    Cluster top() {
        return top;
    }
}
