package org.braid.bench.rank;

import java.time.Duration;
import java.time.Instant;
import mpi.MPI;

/** No arguments. Many ranks that are threads of one process: from that process's start until the last of them is through its first barrier. The system tells the start to a hundredth of a second. */
public final class CrowdProgram {
    private CrowdProgram() {}

    /** Runs as one rank. */
    public static void main(String[] arguments) {
        MPI.Init(arguments);
        MPI.COMM_WORLD.barrier();
        Instant now = Instant.now();
        Instant start = ProcessHandle.current().info().startInstant().orElse(now);
        double[] mine = {Duration.between(start, now).toMillis()};
        double[] last = new double[1];
        MPI.COMM_WORLD.reduce(mine, last, 1, MPI.DOUBLE, MPI.MAX, 0);
        new Speaker(MPI.COMM_WORLD.getRank()).say("startup.threads.np" + MPI.COMM_WORLD.getSize(), "barrier", 0, last[0], "ms");
        MPI.Finalize();
    }
}
