package org.braid.coll.algorithm.multilevel;

import org.braid.coll.algorithm.order.RankRuns;
import org.braid.coll.topology.RankSet;

/**
 * The canonical tree over ranks 0 to P-1, along which a reproducible reduction associates whatever the placement: {@code [0, P)} is combined of its first 2^k ranks, 2^k the largest power of two below P, and of the others, and each of the two
 * likewise. Its nodes are the intervals {@code [a, min(a + 2^k, P))} whose {@code a} is a multiple of 2^k, so of two that meet one holds the other, and any set of consecutive ranks is at most 2 lg P of them.
 */
public final class Canonical {
    private Canonical() {}

    /** The largest nodes that these ranks are made of, in the order of ranks. */
    static RankRuns nodes(RankSet ranks, int size) {
        RankRuns nodes = new RankRuns();
        for (int i = 0; i < ranks.intervals(); i++) {
            for (int first = ranks.first(i); first < ranks.end(i); first = nodes.lastEnd()) {
                nodes.add(first, nodeEnd(first, ranks.end(i), size));
            }
        }
        return nodes;
    }

    /** Where the largest node ends that begins with rank {@code first} and has no rank from {@code end} on. */
    private static int nodeEnd(int first, int end, int size) {
        int nodeEnd = first + 1;
        for (long length = 2; first % length == 0 && Math.min(first + length, size) <= end && nodeEnd < end; length *= 2) {
            nodeEnd = (int) Math.min(first + length, size);
        }
        return nodeEnd;
    }

    /** The first rank of a node's right half; the node has at least two ranks. */
    public static int middle(int first, int end) {
        return first + Integer.highestOneBit(end - first - 1);
    }
}
