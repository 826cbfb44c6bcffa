package org.braid.boot.hosts;

/**
 * By what any ranks of a job are parted from others of their hosts, which all of the job need know alike.
 *
 * @param byCores packages or last-level caches
 * @param byProcesses processes, some of which have several ranks
 */
public record Parting(boolean byCores, boolean byProcesses) {
    /** By nothing. */
    public static final Parting NONE = new Parting(false, false);

    /** Of a job of more ranks nobody looks at processes: each rank would compute a tree of all, for a level that no rule goes by. */
    public static final int MOST_THREADS = 256;

    private static final int CORES = 1;
    private static final int PROCESSES = 2;

    /** Whether by anything. */
    public boolean isAny() {
        return byCores || byProcesses;
    }

    /** What a page has for each rank beside its host. */
    int bytes() {
        return (byCores ? Short.BYTES : 0) + (byProcesses ? Short.BYTES : 0);
    }

    int bits() {
        return (byCores ? CORES : 0) | (byProcesses ? PROCESSES : 0);
    }

    static Parting of(int bits) {
        if ((bits & ~(CORES | PROCESSES)) != 0) {
            throw new IllegalArgumentException("parted by " + bits);
        }
        return new Parting((bits & CORES) != 0, (bits & PROCESSES) != 0);
    }
}
