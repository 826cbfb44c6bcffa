package org.braid.mpi.window.state;

/**
 * The words by which ranks agree about one rank's part of a window, in memory that all may use atomically.
 *
 * <pre>
 *   0        64             128        136
 *  +--------+--------------+----------+----------+- - -
 *  | lock   | accumulate   | rank 0   | rank 1   | …
 *  +--------+--------------+----------+----------+- - -
 *   lock: LockWord; accumulate: 1 + the rank that accumulates, 0 for nobody; rank r: 1 while r shares the lock, or tries to
 * </pre>
 */
public final class ControlWords {
    /** Where the {@link LockWord} is. */
    public static final long LOCK = 0;

    /** Where it is said who accumulates. */
    public static final long ACCUMULATE = 64;

    private static final long SHARERS = 128;

    private ControlWords() {}

    /** Where this rank says that it shares the lock. */
    public static long sharer(int rank) {
        return SHARERS + (long) Long.BYTES * rank;
    }

    /** The memory that they take. */
    public static int bytes(int ranks) {
        return Math.toIntExact(SHARERS + (long) Long.BYTES * ranks);
    }
}
