package org.braid.mpi.meeting;

import java.util.Arrays;
import java.util.function.Supplier;
import org.braid.boot.hosts.HostIdentity;

/**
 * What this process's job brings to a meeting.
 *
 * @param build of the jar that runs; both sides must have the same
 * @param host where this process is
 * @param isOnOneHost whether all of its job's are there
 * @param family the number of all jobs whose processes believe each other on other hosts, made at the first need: two longs that tell nothing of the secret that they share
 * @param secret of the family, 256 bits; never told
 */
public record Origin(int build, HostIdentity host, boolean isOnOneHost, Supplier<long[]> family, Supplier<byte[]> secret) {
    /** Whether a job that says this number is of the same family; a process that belongs to no job has none. */
    boolean isOfFamily(long[] theirs) {
        long[] own = family.get();
        return (own[0] | own[1]) != 0 && Arrays.equals(own, theirs);
    }

    /** Without the secret. */
    @Override
    public String toString() {
        return "a process on " + host;
    }
}
