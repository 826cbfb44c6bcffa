package org.braid.cli.run;

import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** Of four ranks the first and the last leave MPI; rank 1 waits for a message of anybody, and rank 2 for one of rank 1. Both print what they are told, and end with code 3 when both have. */
public final class Remaining {
    private static final int DONE = 1;

    private Remaining() {}

    public static void main(String[] arguments) {
        MPI.Init(arguments);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        if (rank == 1 || rank == 2) {
            byte[] word = new byte[1];
            try {
                world.recv(word, 1, MPI.BYTE, rank == 1 ? MPI.ANY_SOURCE : 1, 0);
            } catch (MPIException e) {
                System.out.println("rank " + rank + " is told: " + e.getMessage());
            }
            world.sendRecv(word, 1, MPI.BYTE, 3 - rank, DONE, word, 1, MPI.BYTE, 3 - rank, DONE);
            System.exit(3);
        }
        MPI.Finalize();
    }
}
