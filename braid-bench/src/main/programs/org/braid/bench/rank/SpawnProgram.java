package org.braid.bench.rank;

import mpi.Intercomm;
import mpi.MPI;

/** Arguments: {@code CHILDREN FILE}, of which the file is this source, as {@code braid run} takes it. A fresh process that starts some more, once, as programs do: until the call returns, and until all of them have met it and left. */
public final class SpawnProgram {
    private SpawnProgram() {}

    /** Runs as the one rank that starts others, or as one of those. */
    public static void main(String[] arguments) {
        MPI.Init(arguments);
        Intercomm parent = Intercomm.getParent();
        if (parent.isNull()) {
            start(Integer.parseInt(arguments[0]), arguments[1]);
        } else {
            meet(parent);
        }
        MPI.Finalize();
    }

    private static void start(int children, String file) {
        Speaker speaker = new Speaker(0);
        long startNs = System.nanoTime();
        Intercomm started = MPI.COMM_WORLD.spawn(file, new String[0], children, MPI.INFO_NULL, 0, null);
        long returnedNs = System.nanoTime();
        meet(started);
        long leftNs = System.nanoTime();
        speaker.say("calls.spawn.np" + children, "returned", 0, (returnedNs - startNs) / 1e6, "ms");
        speaker.say("calls.spawn.np" + children, "left", 0, (leftNs - startNs) / 1e6, "ms");
    }

    private static void meet(Intercomm others) {
        others.barrier();
        others.disconnect();
    }
}
