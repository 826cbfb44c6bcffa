package org.braid.bench.rank;

import mpi.MPI;

/**
 * Arguments: {@code trips|reduce SPAN_MS BYTES}. What a round trip between ranks 0 and 1 takes (printed is one way), or an allreduce, in each 50 ms after Init: the youth of ranks. Its work is
 * that of {@code job.c}. Rank 0's clock alone ends it for all, since its bins are those that are printed: by the first byte of the last message, or by a term that no sum of others reaches.
 */
public final class CurveProgram {
    private static final int BIN_MS = 50;
    private static final int TAG = 1;
    private static final byte GO_ON = 1;
    private static final byte LAST = 2;
    private static final double STOP = 1e9;

    private final int rank = MPI.COMM_WORLD.getRank();
    private final boolean isTrips;
    private final int spanMs;
    private final byte[] data;
    private final double[] terms;
    private final double[] sums;

    private CurveProgram(String[] arguments) {
        isTrips = arguments[0].equals("trips");
        spanMs = Integer.parseInt(arguments[1]);
        data = new byte[Integer.parseInt(arguments[2])];
        terms = new double[data.length / Double.BYTES];
        sums = new double[terms.length];
    }

    /** Runs as one rank. */
    public static void main(String[] arguments) {
        MPI.Init(arguments);
        long startNs = System.nanoTime();
        CurveProgram program = new CurveProgram(arguments);
        program.say(arguments[0], program.measured(startNs));
        MPI.Finalize();
    }

    private double[] measured(long startNs) {
        Bins bins = new Bins(spanMs / BIN_MS, BIN_MS * 1_000_000L);
        long endNs = startNs + spanMs * 1_000_000L;
        long beforeNs = startNs;
        while (isTrips ? trip(beforeNs < endNs) : reduce(beforeNs < endNs)) {
            long nowNs = System.nanoTime();
            bins.ended(nowNs - startNs, nowNs - beforeNs);
            beforeNs = nowNs;
        }
        return bins.meansNs();
    }

    private void say(String what, double[] meansNs) {
        Speaker speaker = new Speaker(rank);
        String name = "curve." + what + ".np" + MPI.COMM_WORLD.getSize() + ".at";
        for (int bin = 0; bin < meansNs.length; bin++) {
            int atMs = (bin + 1) * BIN_MS;
            speaker.say(name + atMs, "byte[]", data.length, meansNs[bin] / (isTrips ? 2e3 : 1e3), "us");
        }
    }

    /** @return whether it goes on, as rank 0 has said */
    private boolean trip(boolean goOn) {
        if (rank == 0) {
            data[0] = goOn ? GO_ON : LAST;
            MPI.COMM_WORLD.send(data, data.length, MPI.BYTE, 1, TAG);
            MPI.COMM_WORLD.recv(data, data.length, MPI.BYTE, 1, TAG);
        } else if (rank == 1) {
            MPI.COMM_WORLD.recv(data, data.length, MPI.BYTE, 0, TAG);
            MPI.COMM_WORLD.send(data, data.length, MPI.BYTE, 0, TAG);
        }
        return rank <= 1 && data[0] == GO_ON;
    }

    /** @return whether it goes on, as rank 0 has said */
    private boolean reduce(boolean goOn) {
        terms[0] = goOn || rank > 0 ? 1 : STOP;
        MPI.COMM_WORLD.allReduce(terms, sums, terms.length, MPI.DOUBLE, MPI.SUM);
        return sums[0] < STOP;
    }
}
