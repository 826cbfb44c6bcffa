package org.braid.cli;

import java.nio.ByteBuffer;
import mpi.MPI;
import mpi.Request;

/**
 * What ranks of a {@link Rehearsal} do some thousand times: the methods that this has compiled are noted in the ranks' cache, and a job that asks for it has them compiled sooner and for less (JEP 515;
 * docs/decisions/rank-flags.md). Calls of both families, blocking, started and collective, with arrays and buffers.
 */
final class RehearsalTraining {
    private static final int ROUNDS = 5_000;
    private static final int SHORT_BYTES = 8;
    private static final int LONG_BYTES = 64 * 1024;
    private static final int TAG = 5;

    private final int rank;
    private final int other;
    private final byte[] word = new byte[SHORT_BYTES];
    private final byte[] block = new byte[LONG_BYTES];
    private final double[] numbers = new double[1];
    private final double[] gathered = new double[2];
    private final ByteBuffer direct = MPI.newByteBuffer(SHORT_BYTES);

    private RehearsalTraining(int rank, int other) {
        this.rank = rank;
        this.other = other;
    }

    static void train(int rank, int other) {
        RehearsalTraining training = new RehearsalTraining(rank, other);
        for (int round = 0; round < ROUNDS; round++) {
            training.blocking();
            training.started();
            training.collective();
            training.large();
        }
    }

    private void blocking() {
        if (rank == 0) {
            MPI.COMM_WORLD.Send(word, 0, SHORT_BYTES, MPI.BYTE, other, TAG);
            MPI.COMM_WORLD.Recv(word, 0, SHORT_BYTES, MPI.BYTE, other, TAG);
            MPI.COMM_WORLD.send(direct, SHORT_BYTES, MPI.BYTE, other, TAG);
            MPI.COMM_WORLD.recv(gathered, 1, MPI.DOUBLE, other, TAG);
        } else {
            MPI.COMM_WORLD.Recv(word, 0, SHORT_BYTES, MPI.BYTE, MPI.ANY_SOURCE, TAG);
            MPI.COMM_WORLD.Send(word, 0, SHORT_BYTES, MPI.BYTE, other, TAG);
            MPI.COMM_WORLD.recv(direct, SHORT_BYTES, MPI.BYTE, other, TAG);
            MPI.COMM_WORLD.send(numbers, 1, MPI.DOUBLE, other, TAG);
        }
    }

    private void large() {
        if (rank == 0) {
            MPI.COMM_WORLD.Send(block, 0, LONG_BYTES, MPI.BYTE, other, TAG);
            MPI.COMM_WORLD.Recv(block, 0, LONG_BYTES, MPI.BYTE, other, TAG);
        } else {
            MPI.COMM_WORLD.Recv(block, 0, LONG_BYTES, MPI.BYTE, other, TAG);
            MPI.COMM_WORLD.Send(block, 0, LONG_BYTES, MPI.BYTE, other, TAG);
        }
    }

    private void started() {
        Request receive = MPI.COMM_WORLD.Irecv(gathered, 0, 1, MPI.DOUBLE, other, TAG);
        Request send = MPI.COMM_WORLD.Isend(numbers, 0, 1, MPI.DOUBLE, other, TAG);
        Request.Waitall(new Request[] {receive, send});
    }

    private void collective() {
        MPI.COMM_WORLD.Barrier();
        MPI.COMM_WORLD.Bcast(numbers, 0, 1, MPI.DOUBLE, 0);
        MPI.COMM_WORLD.Allreduce(numbers, 0, gathered, 0, 1, MPI.DOUBLE, MPI.SUM);
        MPI.COMM_WORLD.Allgather(numbers, 0, 1, MPI.DOUBLE, gathered, 0, 1, MPI.DOUBLE);
    }
}
