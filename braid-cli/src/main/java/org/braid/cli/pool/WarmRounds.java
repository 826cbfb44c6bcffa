package org.braid.cli.pool;

import java.nio.ByteBuffer;
import java.util.function.Consumer;
import mpi.MPI;
import mpi.Request;
import org.braid.launch.pool.Pool;

/**
 * What a warm rank rehearses, as each of two ranks: mostly short messages, by calls of both families, since the second compiler comes after some ten thousand of them; few large ones, each of which is a thousand turns of the same
 * loops; and some of all else. One class, for each rank defines it for itself.
 */
public final class WarmRounds implements Consumer<Runnable> {
    private static final int SHORT_BYTES = 8;
    private static final int LONG_BYTES = 64 * 1024;
    private static final int LONGEST_BYTES = 1024 * 1024;
    private static final int TAG = 1;

    /** Of short messages there are so many in a round. */
    private static final int SHORT_TRIPS = 12;

    /** One round of so many has the largest. */
    private static final int LONGEST_EACH = 50;

    private final byte[] word = new byte[SHORT_BYTES];
    private final byte[] block = new byte[LONG_BYTES];
    private final byte[] largest = new byte[LONGEST_BYTES];
    private final double[] numbers = new double[1];
    private final double[] gathered = new double[2];
    private int rank;

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
        rank = MPI.COMM_WORLD.Rank();
        ByteBuffer direct = MPI.newByteBuffer(SHORT_BYTES);
        int rounds = Integer.getInteger(Pool.ROUNDS, 1);
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < SHORT_TRIPS; i++) {
                trip(word);
            }
            tripOfOthers(word, SHORT_BYTES);
            tripOfOthers(direct, SHORT_BYTES);
            trip(block);
            started();
            collective();
            if (round % LONGEST_EACH == 0) {
                trip(largest);
            }
        }
        MPI.Finalize();
    }

    private void trip(byte[] bytes) {
        if (rank == 0) {
            MPI.COMM_WORLD.Send(bytes, 0, bytes.length, MPI.BYTE, 1, TAG);
            MPI.COMM_WORLD.Recv(bytes, 0, bytes.length, MPI.BYTE, 1, TAG);
        } else {
            MPI.COMM_WORLD.Recv(bytes, 0, bytes.length, MPI.BYTE, 0, TAG);
            MPI.COMM_WORLD.Send(bytes, 0, bytes.length, MPI.BYTE, 0, TAG);
        }
    }

    /** By the calls of Open MPI's family. */
    private void tripOfOthers(Object buffer, int count) {
        if (rank == 0) {
            MPI.COMM_WORLD.send(buffer, count, MPI.BYTE, 1, TAG);
            MPI.COMM_WORLD.recv(buffer, count, MPI.BYTE, 1, TAG);
        } else {
            MPI.COMM_WORLD.recv(buffer, count, MPI.BYTE, 0, TAG);
            MPI.COMM_WORLD.send(buffer, count, MPI.BYTE, 0, TAG);
        }
    }

    private void started() {
        Request receive = MPI.COMM_WORLD.Irecv(gathered, 0, 1, MPI.DOUBLE, 1 - rank, TAG);
        Request send = MPI.COMM_WORLD.Isend(numbers, 0, 1, MPI.DOUBLE, 1 - rank, TAG);
        Request.Waitall(new Request[] {receive, send});
    }

    private void collective() {
        MPI.COMM_WORLD.Barrier();
        MPI.COMM_WORLD.Bcast(numbers, 0, 1, MPI.DOUBLE, 0);
        MPI.COMM_WORLD.Allreduce(numbers, 0, gathered, 0, 1, MPI.DOUBLE, MPI.SUM);
        MPI.COMM_WORLD.Allgather(numbers, 0, 1, MPI.DOUBLE, gathered, 0, 1, MPI.DOUBLE);
    }
}
