package org.braid.bench.rank;

import mpi.MPI;

/**
 * Work that is not timed, until what it takes stands still: the compilers of two JVMs need their share of the cores that the ranks spin on, some seconds of it, before code is what it
 * will stay. What is repeated is all that will be timed, with what surrounds it: the first barrier after a loop makes compiled code give way, in the middle of what follows. All ranks
 * stop together, when rank 0 says so.
 */
final class Warmth {
    /** Before the first figure of a process. */
    private static final long LEAST_NS = 3_000_000_000L;

    /** Times the least, while the work does not stand still. */
    private static final int MOST = 4;

    /** More ranks have more compilers, which wait for the same cores. */
    private static final int RANKS_AT_REST = 2;

    private Warmth() {}

    /** How ranks agree: all of them call this together. */
    interface Agreement {
        /**
         * @param goOn counts at rank 0
         * @return what rank 0 has said
         */
        boolean on(boolean goOn);
    }

    /**
     * Every rank calls this with work that all of them do together.
     *
     * @return whether its time stood still at the end, as this rank saw it
     */
    static boolean spend(double scale, Runnable trial) {
        byte[] word = new byte[1];
        return spend(Math.min(1, scale) * Math.max(1, MPI.COMM_WORLD.getSize() / RANKS_AT_REST), trial, goOn -> broadcast(word, goOn));
    }

    /** @param share of the usual time */
    static boolean spend(double share, Runnable trial, Agreement agreement) {
        long leastNs = (long) (LEAST_NS * share);
        Pace pace = new Pace();
        long startNs = System.nanoTime();
        long beforeNs = startNs;
        boolean goOn = true;
        while (goOn) {
            trial.run();
            long nowNs = System.nanoTime();
            pace.took(nowNs - beforeNs);
            long spentNs = nowNs - startNs;
            goOn = agreement.on(spentNs < leastNs || spentNs < MOST * leastNs && !pace.standsStill());
            beforeNs = System.nanoTime();
        }
        return pace.standsStill();
    }

    private static boolean broadcast(byte[] word, boolean goOn) {
        word[0] = (byte) (goOn ? 1 : 0);
        MPI.COMM_WORLD.bcast(word, 1, MPI.BYTE, 0);
        return word[0] != 0;
    }
}
