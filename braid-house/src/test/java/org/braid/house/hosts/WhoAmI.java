package org.braid.house.hosts;

import java.nio.charset.StandardCharsets;
import mpi.MPI;

/** An MPI program that says who it is: each rank prints its number and its host's name, rank 0 what it was told on standard input, and all meet once. */
public final class WhoAmI {
    private WhoAmI() {}

    public static void main(String[] arguments) throws Exception {
        MPI.Init(arguments);
        int rank = MPI.COMM_WORLD.Rank();
        String told = rank == 0 ? new String(System.in.readAllBytes(), StandardCharsets.UTF_8).strip() : "";
        int[] sum = new int[1];
        MPI.COMM_WORLD.Allreduce(new int[] {rank}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
        System.out.println("rank " + rank + " of " + MPI.COMM_WORLD.Size() + " on " + MPI.Get_processor_name() + " sum " + sum[0] + (told.isEmpty() ? "" : " told " + told));
        MPI.Finalize();
    }
}
