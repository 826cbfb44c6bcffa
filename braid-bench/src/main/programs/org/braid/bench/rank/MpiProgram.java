package org.braid.bench.rank;

import java.util.Arrays;
import mpi.MPI;

/** Arguments: {@code single|multiple latency|bandwidth|rate SCALE BYTES...}. Its work is that of {@code peer.c}. */
public final class MpiProgram {
    private MpiProgram() {}

    /** Runs as one rank. */
    public static void main(String[] arguments) {
        init(arguments);
        double scale = Double.parseDouble(arguments[2]);
        int[] sizes = Arrays.stream(arguments, 3, arguments.length).mapToInt(Integer::parseInt).toArray();
        Speaker speaker = new Speaker(MPI.COMM_WORLD.getRank(), PairFloor.ofWorld());
        switch (arguments[1]) {
            case "latency" -> new MpiLatency(speaker, scale).run(sizes);
            default -> new MpiWindows(speaker, scale, arguments[1]).run(sizes);
        }
        MPI.Finalize();
    }

    /** At the thread level that the first argument names. */
    static void init(String[] arguments) {
        MPI.InitThread(arguments, arguments[0].equals("multiple") ? MPI.THREAD_MULTIPLE : MPI.THREAD_SINGLE);
    }
}
