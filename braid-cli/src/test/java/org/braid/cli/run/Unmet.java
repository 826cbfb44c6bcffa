package org.braid.cli.run;

import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** Every rank's first call is a receive from the next one. Each prints what it is told, and ends with code 3 when all have. */
public final class Unmet {
    private static final int DONE = 1;

    private Unmet() {}

    public static void main(String[] arguments) {
        MPI.Init(arguments);
        Intracomm world = MPI.COMM_WORLD;
        int next = (world.getRank() + 1) % world.getSize();
        byte[] word = new byte[1];
        try {
            world.recv(word, 1, MPI.BYTE, next, 0);
        } catch (MPIException e) {
            System.out.println("rank " + world.getRank() + " is told: " + e.getMessage());
        }
        for (int round = 1; round < world.getSize(); round++) { // until all have said so
            world.iSend(word, 1, MPI.BYTE, next, DONE).free();
            world.recv(word, 1, MPI.BYTE, (world.getRank() + world.getSize() - 1) % world.getSize(), DONE);
        }
        System.exit(3);
    }
}
