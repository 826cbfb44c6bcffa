package org.braid.cli.run;

import mpi.Intracomm;
import mpi.MPI;

/** A barrier, a sum and a ring over all ranks; rank 0 prints what came of them. */
public final class Throng {
    private Throng() {}

    public static void main(String[] arguments) {
        MPI.Init(arguments);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int size = world.getSize();
        world.barrier();
        int[] sum = new int[1];
        world.allReduce(new int[] {rank}, sum, 1, MPI.INT, MPI.SUM);
        int[] token = new int[1];
        if (rank == 0) {
            world.send(token, 1, MPI.INT, 1 % size, 1);
            world.recv(token, 1, MPI.INT, size - 1, 1);
            System.out.println("sum " + sum[0] + ", token " + token[0]);
        } else {
            world.recv(token, 1, MPI.INT, rank - 1, 1);
            token[0]++;
            world.send(token, 1, MPI.INT, (rank + 1) % size, 1);
        }
        MPI.Finalize();
    }
}
