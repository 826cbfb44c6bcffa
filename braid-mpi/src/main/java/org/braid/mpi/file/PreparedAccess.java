package org.braid.mpi.file;

/**
 * One access of a file with its arguments, which whoever has it makes, starts, or begins as the first of two halves.
 *
 * @param <S> what tells how much went from or to memory
 * @param <R> what a started access is waited for by
 */
public interface PreparedAccess<S, R> {
    /** Makes it. */
    S run();

    /** Starts it. */
    R start();

    /** Begins it; of a collective one (MPI 4.1, section 14.4.5). */
    void begin();
}
