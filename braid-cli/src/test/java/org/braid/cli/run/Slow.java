package org.braid.cli.run;

import java.util.concurrent.TimeUnit;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;

/** A right program, in which everybody waits long for somebody who is slow: nobody may be told anything. */
public final class Slow {
    private static final int SECONDS = 5;

    private Slow() {}

    public static void main(String[] arguments) throws InterruptedException {
        MPI.Init(arguments);
        Intracomm world = MPI.COMM_WORLD;
        Intracomm copy = world.dup();
        boolean last = world.getRank() == world.getSize() - 1;
        for (String program : arguments) {
            if (last) {
                TimeUnit.SECONDS.sleep(SECONDS);
            }
            run(program, world, copy);
        }
        world.barrier();
        System.out.println("rank " + world.getRank() + " is through");
        MPI.Finalize();
    }

    private static void run(String program, Intracomm world, Intracomm copy) {
        int rank = world.getRank();
        int size = world.getSize();
        byte[] some = new byte[300_000];
        switch (program) {
            case "collectives" -> {
                world.barrier();
                copy.allReduce(some, new byte[some.length], some.length, MPI.BYTE, MPI.MAX);
            }
            case "chain" -> {
                if (rank < size - 1) {
                    world.recv(some, some.length, MPI.BYTE, rank + 1, 0);
                }
                if (rank > 0) {
                    world.send(some, some.length, MPI.BYTE, rank - 1, 0);
                }
            }
            case "started" -> {
                if (rank == 0) {
                    Request barrier = copy.iBarrier();
                    world.recv(some, 1, MPI.BYTE, 1, 0); // rank 1 waits for this one in the barrier, which goes on meanwhile
                    barrier.waitFor();
                } else {
                    copy.barrier();
                    if (rank == 1) {
                        world.send(some, 1, MPI.BYTE, 0, 0);
                    }
                }
            }
            default -> throw new IllegalArgumentException(program);
        }
    }
}
