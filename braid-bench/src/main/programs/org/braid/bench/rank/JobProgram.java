package org.braid.bench.rank;

import mpi.MPI;
import mpi.MPIException;

/**
 * Arguments: {@code trips|reduce|gather COUNT BYTES}. A whole job, whose time from command to exit is the figure: round trips between ranks 0 and 1, allreduces, or allgathers. It is written
 * as a user would write it, warms nothing up, and checks what it got. Its work is that of {@code job.c}.
 */
public final class JobProgram {
    private static final int TAG = 1;

    private final int rank = MPI.COMM_WORLD.getRank();
    private final int ranks = MPI.COMM_WORLD.getSize();
    private final int count;
    private final int bytes;

    private JobProgram(int count, int bytes) {
        this.count = count;
        this.bytes = bytes;
    }

    /** Runs as one rank. */
    public static void main(String[] arguments) {
        MPI.Init(arguments);
        JobProgram job = new JobProgram(Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]));
        switch (arguments[0]) {
            case "trips" -> job.trips();
            case "reduce" -> job.reduce();
            default -> job.gather();
        }
        MPI.Finalize();
    }

    /** Each rank adds one to the first byte on its way. */
    private void trips() {
        byte[] data = new byte[bytes];
        for (int i = 0; i < count; i++) {
            if (rank == 0) {
                data[0]++;
                MPI.COMM_WORLD.send(data, bytes, MPI.BYTE, 1, TAG);
                MPI.COMM_WORLD.recv(data, bytes, MPI.BYTE, 1, TAG);
            } else if (rank == 1) {
                MPI.COMM_WORLD.recv(data, bytes, MPI.BYTE, 0, TAG);
                data[0]++;
                MPI.COMM_WORLD.send(data, bytes, MPI.BYTE, 0, TAG);
            }
        }
        check(rank > 1 || data[0] == (byte) (2 * count));
    }

    private void reduce() {
        double[] terms = new double[bytes / Double.BYTES];
        double[] sums = new double[terms.length];
        for (int i = 0; i < count; i++) {
            terms[0] = rank + i;
            MPI.COMM_WORLD.allReduce(terms, sums, terms.length, MPI.DOUBLE, MPI.SUM);
        }
        check(sums[0] == ranks * (ranks - 1) / 2.0 + (double) ranks * (count - 1));
    }

    private void gather() {
        byte[] mine = new byte[bytes];
        byte[] all = new byte[bytes * ranks];
        for (int i = 0; i < count; i++) {
            mine[0] = (byte) (rank + i);
            MPI.COMM_WORLD.allGather(mine, bytes, MPI.BYTE, all, bytes, MPI.BYTE);
        }
        for (int from = 0; from < ranks; from++) {
            check(all[from * bytes] == (byte) (from + count - 1));
        }
    }

    private static void check(boolean holds) {
        if (!holds) {
            throw new MPIException("the job got other bytes than were sent");
        }
    }
}
