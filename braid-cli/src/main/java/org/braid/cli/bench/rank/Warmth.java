package org.braid.cli.bench.rank;

import mpi.MPI;

/**
 * Work that is not timed, for a time and not for a count: the compilers of two JVMs need their share of the cores that the ranks spin on, some seconds of it, before code is what it
 * will stay. All ranks stop together, when rank 0 says so.
 */
final class Warmth {
    /** Before the first figure of a process. */
    static final long FIRST_NS = 3_000_000_000L;

    /** More ranks have more compilers, which wait for the same cores. */
    private static final int RANKS_AT_REST = 2;

    private Warmth() {}

    /** Every rank calls this with work that all of them do together. */
    static void spend(double scale, Runnable batch) {
        long boundNs = (long) (FIRST_NS * Math.min(1, scale) * Math.max(1, MPI.COMM_WORLD.getSize() / RANKS_AT_REST));
        long startNs = System.nanoTime();
        byte[] goOn = {1};
        while (goOn[0] != 0) {
            batch.run();
            goOn[0] = (byte) (System.nanoTime() - startNs < boundNs ? 1 : 0);
            MPI.COMM_WORLD.bcast(goOn, 1, MPI.BYTE, 0);
        }
    }
}
