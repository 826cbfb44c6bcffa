package org.braid.coll.algorithm.generator;

import org.braid.coll.algorithm.tree.Tree;
import org.braid.coll.algorithm.tree.TreeNames;
import org.jspecify.annotations.Nullable;

/**
 * Which tree joins each group of a multilevel operation.
 *
 * @param inside that of ranks within a cluster, where nothing else is said
 * @param tuning what is said; null if nothing
 */
public record Trees(Tree inside, @Nullable Tuning tuning) {
    /** What ranks of one cluster are to a tuning, as {@code site}, {@code cluster} and {@code host} are those of a slower channel. */
    public static final String RANK = "rank";

    /** Up to so many siblings over a slow channel are told by their leader itself: while a message is under way, so many more can be sent (postal model: Bar-Noy and Kipnis 1992). */
    private static final int MOST_DIRECT = 8;

    /** How long blocks are that go together, of {@code usual} length if nobody says, in bytes. */
    public long togetherBytes(long usual) {
        return tuning == null || tuning.togetherBytes() == 0 ? usual : tuning.togetherBytes();
    }

    /**
     * The tree of a group.
     *
     * @param members what its members are: site, cluster, host, package, cache, or rank
     * @param isSlow whether they are on several hosts, so that it takes long until a message is there
     */
    public Tree among(String members, boolean isSlow, int count) {
        Tree said = tuning == null ? null : tuning.trees().get(members);
        if (said != null) {
            return said;
        }
        return !isSlow ? inside : count <= MOST_DIRECT ? TreeNames.LINEAR : TreeNames.BINOMIAL;
    }
}
