package org.braid.boot;

/** Told that a rank that was {@linkplain Parting#ask asked for} has left MPI; by {@link Parting} in a thread of its own. */
public interface LeaveListener {
    /**
     * A rank has left MPI more often than the one that asked for it.
     *
     * @param rank the one that was asked for
     * @param askerFinished as {@link Parting#ask} was told
     * @param answersItself whether it is inside MPI.Finalize still and can say so behind all that it has sent; else nobody is there any more
     */
    void hasLeft(int rank, int askerFinished, boolean answersItself);
}
