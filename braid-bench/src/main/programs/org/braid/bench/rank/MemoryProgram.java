package org.braid.bench.rank;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import mpi.MPI;

/**
 * How much memory a rank takes that has done nothing but Init, while all ranks still live: its proportional set, in which a page that several processes share counts to each by its
 * share. Printed is the mean of the ranks. With {@code lanes}, a barrier before: then each has a lane to those it talks to.
 */
public final class MemoryProgram {
    private static final Path ROLLUP = Path.of("/proc/self/smaps_rollup");
    private static final String PROPORTIONAL = "Pss:";

    private MemoryProgram() {}

    /** Runs as one rank. */
    public static void main(String[] arguments) throws IOException {
        MPI.Init(arguments);
        if (arguments.length > 0) {
            toEveryOther();
        }
        double[] mine = {proportionalKiB()};
        double[] sum = new double[1];
        MPI.COMM_WORLD.reduce(mine, sum, 1, MPI.DOUBLE, MPI.SUM, 0);
        int ranks = MPI.COMM_WORLD.getSize();
        new Speaker(MPI.COMM_WORLD.getRank()).say("memory.np" + ranks, arguments.length > 0 ? "lanes" : "idle", 0, sum[0] / ranks / 1024, "MiB");
        MPI.Finalize();
    }

    private static void toEveryOther() {
        int ranks = MPI.COMM_WORLD.getSize();
        byte[] out = new byte[ranks];
        MPI.COMM_WORLD.allToAll(out, 1, MPI.BYTE, new byte[ranks], 1, MPI.BYTE);
        MPI.COMM_WORLD.barrier();
    }

    /** 0 where the system has no such file. */
    private static long proportionalKiB() throws IOException {
        List<String> lines = Files.isReadable(ROLLUP) ? Files.readAllLines(ROLLUP) : List.of();
        for (String line : lines) {
            if (line.startsWith(PROPORTIONAL)) {
                return Long.parseLong(line.substring(PROPORTIONAL.length(), line.indexOf("kB")).strip());
            }
        }
        return 0;
    }
}
