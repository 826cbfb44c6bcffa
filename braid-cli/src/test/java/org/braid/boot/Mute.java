package org.braid.boot;

import java.util.Objects;
import java.util.concurrent.TimeUnit;
import mpi.MPI;

/**
 * A program whose rank 1 can't speak to its launcher for a while, as in a pause of its whole process: it holds what the thread needs that would answer, which only this package can reach.
 * Then it sends what rank 0 waits for.
 */
public final class Mute {
    private static final int PAUSE_S = 10;

    private Mute() {}

    public static void main(String[] arguments) throws Exception {
        MPI.Init(arguments);
        if (MPI.COMM_WORLD.getRank() == 1) {
            synchronized (Objects.requireNonNull(Job.attached().launcher().client)) {
                TimeUnit.SECONDS.sleep(PAUSE_S);
            }
            TimeUnit.SECONDS.sleep(3);
            MPI.COMM_WORLD.send(new int[1], 1, MPI.INT, 0, 0);
        } else {
            MPI.COMM_WORLD.recv(new int[1], 1, MPI.INT, 1, 0);
        }
        MPI.Finalize();
    }
}
