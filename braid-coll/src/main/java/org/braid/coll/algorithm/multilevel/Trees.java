package org.braid.coll.algorithm.multilevel;

import org.jspecify.annotations.Nullable;

/**
 * Which tree joins each group of a multilevel operation.
 *
 * @param inside that of ranks within a cluster, where nothing else is said
 * @param tuning what is said; null if nothing
 */
public record Trees(Branching inside, @Nullable Tuning tuning) {
    /** What ranks of one cluster are to a tuning, as {@code site}, {@code cluster} and {@code host} are those of a slower channel. */
    static final String RANK = "rank";

    /**
     * The tree of a group.
     *
     * @param members what its members are: site, cluster, host, or rank
     * @param isSlow whether they are clusters, so that it takes long until a message is there
     */
    Branching among(String members, boolean isSlow, int count) {
        Branching said = tuning == null ? null : tuning.trees().get(members);
        return said != null ? said : inside.of(isSlow, count);
    }
}
