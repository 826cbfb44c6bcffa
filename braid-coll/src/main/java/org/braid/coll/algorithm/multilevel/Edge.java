package org.braid.coll.algorithm.multilevel;

import org.braid.coll.topology.Cluster;
import org.braid.coll.topology.RankSet;
import org.jspecify.annotations.Nullable;

/**
 * The way from a rank of the tree to one below it, which speaks for some constituents of a cluster that follow each other, counted from the one that leads.
 *
 * @param peer the rank below
 * @param first where the blocks of those begin, counted from this rank's own block in the order of the tree
 * @param units how many ranks they are
 */
record Edge(int peer, int first, int units, Cluster cluster, int root, int node, int nodes) {
    private int index(int at) {
        return (cluster.leading(root) + at) % cluster.constituents();
    }

    /** All ranks below. */
    RankSet ranks() {
        return cluster.ranks(index(node), nodes);
    }

    /** All ranks below in the order of the tree: a leader first, then what hangs on it. */
    int[] order() {
        int[] order = new int[units];
        int filled = 0;
        for (int at = node; at < node + nodes; at++) {
            filled = put(cluster, index(at), root, order, filled);
        }
        return order;
    }

    /** All ranks of a cluster in that order. */
    static int[] order(Cluster cluster, int root) {
        int[] order = new int[cluster.ranks().size()];
        put(cluster, root, order, 0);
        return order;
    }

    private static int put(Cluster cluster, int root, int[] order, int at) {
        int filled = at;
        int leading = cluster.leading(root);
        for (int i = 0; i < cluster.constituents(); i++) {
            filled = put(cluster, (leading + i) % cluster.constituents(), root, order, filled);
        }
        return filled;
    }

    private static int put(Cluster cluster, int index, int root, int[] order, int at) {
        @Nullable Cluster below = cluster.constituent(index);
        if (below != null) {
            return put(below, root, order, at);
        }
        order[at] = cluster.ranks(index).lowest();
        return at + 1;
    }
}
