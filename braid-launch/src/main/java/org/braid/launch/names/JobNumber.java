package org.braid.launch.names;

import org.braid.base.os.Entropy;
import org.braid.boot.names.NameOwner;
import org.braid.boot.spawn.FailedJob;

/**
 * The number of a job, which no other job has: random bits.
 *
 * @param high the first 64 of them
 * @param low the others
 */
public record JobNumber(long high, long low) {
    private static final int NAME_SHIFT = 48;
    private static final int NAME_DIGITS = 0x10000;

    /** The number of a new job. */
    public static JobNumber next() {
        return new JobNumber(Entropy.nextLong(), Entropy.nextLong());
    }

    /** What people see of it: four hexadecimal digits. */
    public String name() {
        return name(high);
    }

    /** As {@link #name()}, of which only the first 64 bits are at hand. */
    public static String name(long high) {
        return Long.toHexString(high >>> NAME_SHIFT | NAME_DIGITS).substring(1);
    }

    /** One of its ranks, among those of all jobs. */
    public NameOwner owner(int rank) {
        return new NameOwner(high, low, rank);
    }

    /** What becomes known of it where it has failed. */
    public FailedJob failed(int exitCode) {
        return new FailedJob(high, low, "job " + name() + " has failed with exit code " + exitCode);
    }
}
