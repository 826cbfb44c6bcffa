package org.braid.coll.sim;

import java.util.Arrays;
import org.braid.coll.topology.Cluster;
import org.braid.coll.topology.Topology;
import org.jspecify.annotations.Nullable;

/** A topology as tables: which cluster two ranks meet in is a few steps up, however many constituents there are. Nodes are ranks and, numbered behind them, clusters. */
final class Distances {
    private int[] above;
    private int[] depths;
    private int[] kinds;
    private int nodes;
    private int sideOfOne;
    private int sideOfOther;

    Distances(Topology topology) {
        nodes = topology.size();
        above = new int[nodes + 16];
        depths = new int[nodes + 16];
        kinds = new int[nodes + 16];
        add(topology.whole(), -1, 0);
    }

    private int add(Cluster cluster, int parent, int depth) {
        int node = nodes++;
        if (node == above.length) {
            above = Arrays.copyOf(above, 2 * node);
            depths = Arrays.copyOf(depths, 2 * node);
            kinds = Arrays.copyOf(kinds, 2 * node);
        }
        set(node, parent, depth);
        kinds[node] = cluster.kind();
        for (int i = 0; i < cluster.constituents(); i++) {
            @Nullable Cluster below = cluster.constituent(i);
            if (below != null) {
                add(below, node, depth + 1);
            } else {
                set(cluster.ranks(i).lowest(), node, depth + 1);
            }
        }
        return node;
    }

    private void set(int node, int parent, int depth) {
        above[node] = parent;
        depths[node] = depth;
    }

    /** The first level at which the places of two ranks differ; as {@link Topology#channel}. */
    int channel(int one, int other) {
        sideOfOne = lifted(one, depths[other]);
        sideOfOther = lifted(other, depths[one]);
        while (above[sideOfOne] != above[sideOfOther]) {
            sideOfOne = above[sideOfOne];
            sideOfOther = above[sideOfOther];
        }
        return kinds[above[sideOfOne]];
    }

    private int lifted(int node, int depth) {
        int at = node;
        while (depths[at] > depth) {
            at = above[at];
        }
        return at;
    }

    /** How many ranks and clusters there are. */
    int nodes() {
        return nodes;
    }

    /** The cluster of which a node is a constituent; -1 of the whole. */
    int above(int node) {
        return above[node];
    }

    /** Which channel joins the constituents of a cluster. */
    int kind(int cluster) {
        return kinds[cluster];
    }

    /** Which way a message goes: from one constituent of the cluster in which its ends meet to another. */
    long way(int one, int other) {
        channel(one, other);
        return (long) sideOfOne << 32 | sideOfOther;
    }
}
