package org.braid.cli.run;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;

/** A right program: rank 0 looks for messages that never come, of rank 1, which finalizes at once, while it computes or while rank 2 still may send; then it gives up and goes on. */
public final class Looker {
    private static final long LONG_NS = 5_000_000_000L;
    private static final long STEP_NS = 200_000L;

    private Looker() {}

    public static void main(String[] arguments) {
        MPI.Init(arguments);
        Intracomm world = MPI.COMM_WORLD;
        if (world.getRank() == 0) {
            Request stop = world.iRecv(new byte[1], 1, MPI.BYTE, 1, 0);
            lookWhileComputing(world, stop);
            lookWhileAnotherMaySend(world, stop);
            stop.cancel();
            System.out.println("cancelled " + stop.waitStatus().isCancelled());
        } else if (world.getRank() == 2) {
            world.recv(new byte[1], 1, MPI.BYTE, 0, 0);
        }
        MPI.Finalize();
    }

    private static void lookWhileComputing(Intracomm world, Request stop) {
        long untilNs = System.nanoTime() + LONG_NS;
        while (System.nanoTime() - untilNs < 0) {
            long stepNs = System.nanoTime() + STEP_NS;
            while (System.nanoTime() - stepNs < 0) {
                Thread.onSpinWait();
            }
            if (stop.test() || world.iProbe(1, 1) != null) {
                throw new IllegalStateException("a message");
            }
        }
        System.out.println("computed");
    }

    private static void lookWhileAnotherMaySend(Intracomm world, Request stop) {
        long untilNs = System.nanoTime() + LONG_NS;
        while (System.nanoTime() - untilNs < 0) {
            if (stop.test() || world.iProbe(1, 1) != null || world.iProbe(2, 1) != null) {
                throw new IllegalStateException("a message");
            }
        }
        world.send(new byte[1], 1, MPI.BYTE, 2, 0);
        System.out.println("looked");
    }
}
