package org.braid.mpi.window.state;

/** A call as the epochs of a window see it. */
public enum EpochCall {
    /** A fence behind which accesses may follow. */
    FENCE,
    /** A fence of which the program asserts that no access follows (MPI.MODE_NOSUCCEED). */
    LAST_FENCE,
    START,
    COMPLETE,
    POST,
    /** The end of an exposure epoch, also by a test that succeeds. */
    WAIT,
    LOCK,
    UNLOCK,
    LOCK_ALL,
    UNLOCK_ALL,
    /** A put, get or accumulate, with a request or without. */
    ACCESS,
    /** The end of all accesses to one target, inside of a passive epoch. */
    FLUSH,
    /** The same, to all. */
    FLUSH_ALL,
    FREE
}
