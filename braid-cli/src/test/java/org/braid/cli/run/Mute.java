package org.braid.cli.run;

import java.lang.reflect.Field;
import java.util.concurrent.TimeUnit;
import mpi.MPI;
import org.braid.boot.Job;

/**
 * A program whose rank 1 can't speak to its launcher for a while, as in a pause of its whole process: it holds what the thread needs that would answer. Then it sends what rank 0 waits
 * for.
 */
public final class Mute {
    private static final int PAUSE_S = 10;

    private Mute() {}

    public static void main(String[] arguments) throws Exception {
        MPI.Init(arguments);
        if (MPI.COMM_WORLD.getRank() == 1) {
            Field client = Job.class.getDeclaredField("client");
            client.setAccessible(true);
            synchronized (client.get(Job.attached())) {
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
