package org.braid.cli;

import java.util.function.Consumer;
import mpi.MPI;
import org.braid.launch.pool.Pool;

/** What a warm rank rehearses, as each of two ranks. */
public final class WarmRounds implements Consumer<Runnable> {
    /** It has played nothing yet. */
    public WarmRounds() {}

    /**
     * Plays all of it.
     *
     * @param meet comes back in both when both have called it
     */
    @Override
    public void accept(Runnable meet) {
        MPI.Init(new String[0]);
        meet.run();
        int rank = MPI.COMM_WORLD.Rank();
        int rounds = Integer.getInteger(Pool.ROUNDS, 1);
        byte[] word = new byte[8];
        byte[] block = new byte[64 * 1024];
        for (int i = 0; i < rounds * 10; i++) {
            trip(rank, word);
        }
        for (int i = 0; i < rounds; i++) {
            trip(rank, block);
        }
        MPI.Finalize();
    }

    private static void trip(int rank, byte[] bytes) {
        if (rank == 0) {
            MPI.COMM_WORLD.Send(bytes, 0, bytes.length, MPI.BYTE, 1, 1);
            MPI.COMM_WORLD.Recv(bytes, 0, bytes.length, MPI.BYTE, 1, 1);
        } else {
            MPI.COMM_WORLD.Recv(bytes, 0, bytes.length, MPI.BYTE, 0, 1);
            MPI.COMM_WORLD.Send(bytes, 0, bytes.length, MPI.BYTE, 0, 1);
        }
    }
}
