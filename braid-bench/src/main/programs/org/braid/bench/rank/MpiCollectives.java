package org.braid.bench.rank;

import mpi.MPI;

/** All that members do together, reductions of doubles; the time of the slowest rank. A size is that of the vector, or of each block. */
final class MpiCollectives {
    private static final int ACK_TAG = 9;
    private static final int TRIAL = 20;

    /** Loops of one figure, the last of which counts. */
    private static final int MOST_LOOPS = 5;

    /** A loop that takes less than this share of the one before was not the last to become quicker. */
    private static final double STILL = 0.9;

    /** The i-th call of a collective. */
    private interface Call {
        void once(int i);
    }

    private final Speaker speaker;
    private final double scale;
    private final int rank = MPI.COMM_WORLD.getRank();
    private final int ranks = MPI.COMM_WORLD.getSize();

    MpiCollectives(Speaker speaker, double scale) {
        this.speaker = speaker;
        this.scale = scale;
    }

    void run(int[] sizes) {
        Warmth.spend(scale, () -> slowest(_ -> MPI.COMM_WORLD.barrier(), TRIAL));
        measure("barrier", 0, _ -> MPI.COMM_WORLD.barrier());
        for (int bytes : sizes) {
            byte[] out = new byte[bytes * ranks];
            byte[] in = new byte[bytes * ranks];
            double[] terms = new double[bytes / Double.BYTES];
            double[] sums = new double[bytes / Double.BYTES];
            measure("bcast", bytes, i -> bcast(out, bytes, i));
            measure("reduce", bytes, _ -> MPI.COMM_WORLD.reduce(terms, sums, terms.length, MPI.DOUBLE, MPI.SUM, 0));
            measure("allreduce", bytes, _ -> MPI.COMM_WORLD.allReduce(terms, sums, terms.length, MPI.DOUBLE, MPI.SUM));
            measure("gather", bytes, _ -> MPI.COMM_WORLD.gather(out, bytes, MPI.BYTE, in, bytes, MPI.BYTE, 0));
            measure("scatter", bytes, _ -> MPI.COMM_WORLD.scatter(out, bytes, MPI.BYTE, in, bytes, MPI.BYTE, 0));
            measure("allgather", bytes, _ -> MPI.COMM_WORLD.allGather(out, bytes, MPI.BYTE, in, bytes, MPI.BYTE));
            measure("alltoall", bytes, _ -> MPI.COMM_WORLD.allToAll(out, bytes, MPI.BYTE, in, bytes, MPI.BYTE));
            double[] parts = new double[terms.length * ranks];
            measure("reduce_scatter_block", bytes, _ -> MPI.COMM_WORLD.reduceScatterBlock(parts, sums, sums.length, MPI.DOUBLE, MPI.SUM));
            measure("scan", bytes, _ -> MPI.COMM_WORLD.scan(terms, sums, terms.length, MPI.DOUBLE, MPI.SUM));
        }
    }

    /** The root rotates, and the next root acknowledges to the last one: else only the root's running ahead is measured. */
    private void bcast(byte[] buffer, int bytes, int i) {
        int root = i % ranks;
        int next = (i + 1) % ranks;
        MPI.COMM_WORLD.bcast(buffer, bytes, MPI.BYTE, root);
        if (rank == next) {
            MPI.COMM_WORLD.send(buffer, 0, MPI.BYTE, root, ACK_TAG);
        }
        if (rank == root) {
            MPI.COMM_WORLD.recv(buffer, 0, MPI.BYTE, next, ACK_TAG);
        }
    }

    private void measure(String operation, int bytes, Call call) {
        boolean still = Warmth.spend(scale / 2, () -> slowest(call, TRIAL)); // with what surrounds the figure: its first use would make compiled code give way
        int count = Counts.collectives(scale, bytes, slowest(call, TRIAL));
        speaker.begin();
        double beforeUs = slowest(call, count);
        double us = slowest(call, count);
        for (int loops = 2; loops < MOST_LOOPS && us < STILL * beforeUs; loops++) { // a loop of many calls is compiled anew: bcasts whose root goes round took 8 us in the first one, and 0.4 then
            beforeUs = us;
            us = slowest(call, count);
        }
        speaker.warmedUp(still && us >= STILL * beforeUs);
        speaker.say(operation + ".np" + ranks, "byte[]", bytes, us, "us");
    }

    /** Microseconds per call, of the slowest rank; so all ranks know the same number. */
    private double slowest(Call call, int count) {
        MPI.COMM_WORLD.barrier();
        long startNs = System.nanoTime();
        repeat(call, count);
        double[] mine = {(System.nanoTime() - startNs) / 1e3 / count};
        double[] slowest = new double[1];
        MPI.COMM_WORLD.allReduce(mine, slowest, 1, MPI.DOUBLE, MPI.MAX);
        return slowest[0];
    }

    private static void repeat(Call call, int count) {
        for (int i = 0; i < count; i++) {
            call.once(i);
        }
    }
}
