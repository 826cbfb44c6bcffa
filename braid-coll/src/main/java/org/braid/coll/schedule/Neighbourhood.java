package org.braid.coll.schedule;

import org.jspecify.annotations.Nullable;

/** Whom every rank exchanges blocks with, where all ranks know it of all: a grid, a graph that all have given whole, or one whose parts all have been told. Unchanging, and the same at every rank. */
public interface Neighbourhood {
    /** Of more ranks nobody knows the lists of others: who plans by them looks at those of half of all ranks. */
    int MOST_RANKS = 4096;

    /** The lists of a rank; {@link Neighbours#all} of what is returned need not be said. */
    Neighbours ofRank(int rank);

    /** On which grid the ranks are, so that blocks can go along its dimensions; null if they are on none. */
    default @Nullable Grid grid() {
        return null;
    }

    /** Likewise, of a rank that knows all this. */
    default Neighbours known(int rank) {
        return ofRank(rank).among(this);
    }
}
