package org.braid.bench.rank;

import mpi.MPI;

/** The shortest job. */
public final class HelloProgram {
    private HelloProgram() {}

    /** Runs as one rank. */
    public static void main(String[] arguments) {
        MPI.Init(arguments);
        System.out.println("hello from " + MPI.COMM_WORLD.getRank() + " of " + MPI.COMM_WORLD.getSize());
        MPI.Finalize();
    }
}
