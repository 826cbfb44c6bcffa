package org.braid.mpi.file.shared;

import org.braid.base.BraidException;
import org.jspecify.annotations.Nullable;

/** The ranks of a file, as one of them knows them. Any thread. */
public interface Members {
    /** The rank that asks. */
    int self();

    /** How many there are. */
    int size();

    /** Whether one of them does not take part any more. */
    boolean anyHasFailed();

    /** Why this one does not take part any more; null while it does, as far as is known here. */
    @Nullable BraidException failureOf(int rank);
}
