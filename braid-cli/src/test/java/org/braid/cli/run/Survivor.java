package org.braid.cli.run;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** A program whose last rank is to be killed while the others need it in one call. They print what they are told, and keep their process that long. */
public final class Survivor {
    private Survivor() {}

    public static void main(String[] arguments) {
        Thread main = Thread.currentThread();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> awaitEnd(main)));
        MPI.Init(arguments);
        Intracomm world = MPI.COMM_WORLD;
        try {
            world.barrier(); // the last rank may be through, and dead, while others are in here
            if (world.getRank() == world.getSize() - 1) {
                awaitDeath();
            }
            NeedyCall.make(arguments[0], world);
        } catch (MPIException e) {
            System.out.println("told: " + world.getRank() + " " + e.getMessage());
        }
    }

    private static void awaitDeath() {
        System.out.println("ready " + ProcessHandle.current().pid());
        while (true) {
            LockSupport.park(); // returns at once if somebody has unparked this thread before
        }
    }

    static void awaitEnd(Thread main) {
        try {
            TimeUnit.SECONDS.timedJoin(main, 1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
