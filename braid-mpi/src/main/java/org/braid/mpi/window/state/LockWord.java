package org.braid.mpi.window.state;

/**
 * The word of 8 bytes by which one rank's part of a window is locked, and how it goes from one value to the next (MPI 4.1, section 12.5.3). Whoever wants the lock computes the next value from the one it has seen and
 * writes it by compare-and-swap; {@link #BUSY} tells it to look again later.
 *
 * <pre>
 *  63 62       61          32 31          0
 * +--+--------+--------------+-------------+
 * | 0| wanted | holder + 1   | shared      |     holder: of an exclusive lock, 0 if nobody has one; shared: how many hold a shared lock
 * +--+--------+--------------+-------------+
 * </pre>
 *
 * <p>Wanted keeps new shared locks out while somebody waits for an exclusive one, who would starve otherwise. Whoever gets the exclusive lock takes the mark away, and others that wait put it up again; one that gives up may leave
 * it behind, so whoever has waited long for a shared lock passes by it.
 */
public final class LockWord {
    /** The lock cannot be had now. */
    public static final long BUSY = -1;

    /** Nobody holds the lock, and nobody waits for it. */
    public static final long FREE = 0;

    private static final long WANTED = 1L << 62;
    private static final int HOLDER_AT = 32;
    private static final long HOLDER_MASK = (1L << 30) - 1;
    private static final long SHARED_MASK = 0xFFFF_FFFFL;

    private LockWord() {}

    /** The word once a shared lock more is held; {@link #BUSY} while an exclusive one is held, or wanted and {@code patient}. */
    public static long shared(long word, boolean patient) {
        return holder(word) >= 0 || patient && isWanted(word) ? BUSY : (word & ~WANTED) + 1;
    }

    /** The word once this rank has the exclusive lock; {@link #BUSY} while anybody holds one. */
    public static long exclusive(long word, int rank) {
        return holder(word) >= 0 || sharers(word) > 0 ? BUSY : (long) (rank + 1) << HOLDER_AT;
    }

    /** The word with the mark that an exclusive lock is wanted. */
    public static long wanted(long word) {
        return word | WANTED;
    }

    /** The word once one who has shared the lock does so no more. */
    public static long withoutSharer(long word) {
        return word - 1;
    }

    /** The word once its holder has given the exclusive lock back. */
    public static long withoutHolder(long word) {
        return word & ~(HOLDER_MASK << HOLDER_AT);
    }

    /** The rank that holds the exclusive lock, or -1. */
    public static int holder(long word) {
        return (int) (word >>> HOLDER_AT & HOLDER_MASK) - 1;
    }

    /** How many hold a shared lock. */
    public static int sharers(long word) {
        return (int) (word & SHARED_MASK);
    }

    /** Whether somebody waits for an exclusive lock, or has. */
    static boolean isWanted(long word) {
        return (word & WANTED) != 0;
    }
}
