package org.braid.coll.algorithm.multilevel;

import org.braid.coll.schedule.Shape;
import org.braid.coll.topology.Cluster;

/**
 * The group of a cluster as one of its members sees it, for a flat algorithm that serves this level alone: one leader for each constituent, in the order of their lowest ranks.
 *
 * @param ranks the leaders
 * @param index which of them this rank is
 */
record Leaders(int[] ranks, int index) {
    /** Those of an operation without a root. */
    static Leaders of(Cluster cluster, int rank) {
        int[] ranks = new int[cluster.constituents()];
        for (int i = 0; i < ranks.length; i++) {
            ranks[i] = cluster.ranks(i).lowest();
        }
        return new Leaders(ranks, cluster.indexOf(rank));
    }

    /** As if they were all. */
    Shape shape(Shape whole, boolean inPlace) {
        return new Shape(whole.operation(), ranks.length, index, 0, whole.commutative(), inPlace);
    }
}
