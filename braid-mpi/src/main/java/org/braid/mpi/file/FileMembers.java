package org.braid.mpi.file;

import org.braid.base.BraidException;
import org.braid.mpi.file.shared.Members;
import org.braid.mpi.lco.Lco;
import org.jspecify.annotations.Nullable;

/** The ranks of a file, as its communicator knows them. */
record FileMembers(Lco lco) implements Members {
    @Override
    public int self() {
        return lco.rank();
    }

    @Override
    public int size() {
        return lco.size();
    }

    @Override
    public boolean anyHasFailed() {
        return lco.failureOf(Lco.ANY) != null;
    }

    @Override
    public @Nullable BraidException failureOf(int rank) {
        return lco.failureOf(rank);
    }
}
