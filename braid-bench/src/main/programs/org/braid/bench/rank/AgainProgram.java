package org.braid.bench.rank;

import mpi.MPI;

/**
 * Arguments: {@code single|multiple SCALE}. The ping-pong of 8 bytes, fresh and again after the same process has used every other transport: call sites that have seen everything must stay
 * fast. Knows links, beside MPI.
 */
public final class AgainProgram {
    private static final int BYTES = 8;

    private AgainProgram() {}

    /** Runs as one rank of two. */
    public static void main(String[] arguments) {
        MpiProgram.init(arguments);
        MpiLatency latency = new MpiLatency(new Speaker(MPI.COMM_WORLD.getRank()), Double.parseDouble(arguments[1]));
        latency.warm();
        latency.measure("latency.fresh", Kind.ARRAY, BYTES);
        OtherTransports.run();
        latency.measure("latency.again", Kind.ARRAY, BYTES);
        MPI.Finalize();
    }
}
