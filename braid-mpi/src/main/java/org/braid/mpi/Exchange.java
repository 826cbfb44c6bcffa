package org.braid.mpi;

import org.braid.base.BraidException;

/**
 * The two collective steps that communicators need before they exist and after they are needed: an allgather of names and a barrier, over the collective matching space of an
 * intracommunicator.
 *
 * <p>Allgather after Bruck, Ho, Kipnis, Upfal and Weathersby, "Efficient Algorithms for All-to-All Communications in Multiport Message-Passing Systems", 1997: ⌈log2 P⌉ steps, any P.
 */
final class Exchange {
    /** The largest tag: no schedule of a collective uses it. */
    static final int TAG = Integer.MAX_VALUE;

    private static final int LONG = 8;

    private Exchange() {}

    /**
     * Every rank ends with the contributions of all ranks, in rank order.
     *
     * @param mine as many longs on every rank
     * @param signature what is being called, the same on every rank
     */
    static long[] allgather(Lco comm, long[] mine, int signature) {
        int size = comm.size();
        int rank = comm.rank();
        int k = mine.length;
        long[] blocks = new long[size * k]; // block i is that of rank + i
        System.arraycopy(mine, 0, blocks, 0, k);
        for (int have = 1; have < size; have += Math.min(have, size - have)) {
            long bytes = (long) Math.min(have, size - have) * k * LONG;
            Request in = comm.collectiveReceive(blocks, (long) have * k * LONG, bytes, (rank + have) % size, TAG, signature);
            comm.engine().finish(comm.collectiveSend(blocks, 0, bytes, (rank - have + size) % size, TAG, signature));
            comm.engine().finish(in);
        }
        long[] all = new long[size * k];
        for (int i = 0; i < size; i++) {
            System.arraycopy(blocks, i * k, all, (rank + i) % size * k, k);
        }
        return all;
    }

    /**
     * Returns true when all ranks have entered, false if they have not within the time (Hensgen, Finkel and Manber, "Two algorithms for barrier synchronization", 1988: dissemination).
     */
    static boolean barrier(Lco comm, int signature, long timeoutNs) {
        long deadlineNs = System.nanoTime() + timeoutNs;
        int size = comm.size();
        try {
            for (int distance = 1; distance < size; distance *= 2) {
                Request in = comm.collectiveReceive(null, 0, 0, (comm.rank() - distance + size) % size, TAG, signature);
                Request out = comm.collectiveSend(null, 0, 0, (comm.rank() + distance) % size, TAG, signature);
                if (!finishBy(deadlineNs, comm.engine(), out) || !finishBy(deadlineNs, comm.engine(), in)) {
                    return false;
                }
            }
            return true;
        } catch (BraidException lost) {
            return false;
        }
    }

    private static boolean finishBy(long deadlineNs, Engine engine, Request r) {
        if (!engine.progress.await(r, Math.max(1, deadlineNs - System.nanoTime()))) {
            engine.cancel(r);
            engine.releaseWhenDone(r);
            return false;
        }
        engine.finish(r);
        return true;
    }
}
