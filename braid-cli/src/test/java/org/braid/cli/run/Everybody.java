package org.braid.cli.run;

import mpi.Intracomm;
import mpi.MPI;

/** A program in which every rank sends to every other one and receives from it. */
public final class Everybody {
    private Everybody() {}

    public static void main(String[] arguments) {
        MPI.Init(arguments);
        Intracomm world = MPI.COMM_WORLD;
        for (int distance = 1; distance < world.getSize(); distance++) {
            int to = (world.getRank() + distance) % world.getSize();
            int from = (world.getRank() + world.getSize() - distance) % world.getSize();
            int[] got = new int[1];
            world.sendRecv(new int[] {world.getRank()}, 1, MPI.INT, to, 0, got, 1, MPI.INT, from, 0);
            if (got[0] != from) {
                throw new IllegalStateException("got " + got[0] + " from rank " + from);
            }
        }
        System.out.println("done");
        MPI.Finalize();
    }
}
