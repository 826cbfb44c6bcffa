package org.braid.cli;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import org.braid.base.os.Futex;
import org.braid.base.os.Membarrier;

/** What the ranks play in a {@link Rehearsal}: what nearly every MPI program does first, so that its classes are in the ranks' cache. */
public final class RehearsalProgram {
    /** The argument by which ranks do also what those of several hosts do. */
    static final String OVER_HOSTS = "over-hosts";

    /** The argument by which they spawn, so that a spawn takes little more than a start, and plan as ranks of several hosts do. */
    static final String WIDELY = "widely";

    private static final String SPAWNED = "spawned";

    private static final int LONGEST = 64 * 1024;

    /** More than go by messages. */
    private static final int SHORT_CALLS = 8;

    private RehearsalProgram() {}

    /** Plays, as a rank. */
    public static void main(String[] arguments) {
        RehearsalForms.link();
        loadFrom(arguments);
        MPI.Init(arguments);
        if (arguments.length == 1 && arguments[0].equals(SPAWNED)) {
            Intercomm.getParent().disconnect();
            MPI.Finalize();
            return;
        }
        int rank = MPI.COMM_WORLD.Rank();
        int other = (rank + 1) % MPI.COMM_WORLD.Size();
        exchange(rank, other);
        collectives(rank);
        sharedMemory(rank);
        String more = arguments.length == 1 ? arguments[0] : "";
        if (more.equals(WIDELY)) {
            spawn();
        } else {
            RehearsalTraining.train(rank, other);
        }
        if (!more.isEmpty()) {
            RehearsedTopology.plan();
        }
        if (more.equals(OVER_HOSTS)) {
            RehearsedTls.exchange();
        }
        System.out.println("rehearsed by rank " + rank + later());
        MPI.Finalize();
    }

    private static void spawn() {
        MPI.COMM_WORLD.spawn(RehearsalProgram.class.getName(), new String[] {SPAWNED}, 1, MPI.INFO_NULL, 0, null).disconnect();
    }

    /** A class out of a directory, as most programs are. */
    private static void loadFrom(String[] directoryAndClass) {
        if (directoryAndClass.length == 2) {
            try (URLClassLoader loader = new URLClassLoader(new URL[] {Path.of(directoryAndClass[0]).toUri().toURL()})) {
                loader.loadClass(directoryAndClass[1]);
            } catch (IOException | ClassNotFoundException e) {
                throw new IllegalArgumentException("no class " + directoryAndClass[1] + " in " + directoryAndClass[0], e);
            }
        }
    }

    private static void exchange(int rank, int other) {
        for (int length = 1; length <= LONGEST; length *= 256) {
            byte[] bytes = new byte[length];
            double[] doubles = new double[length];
            if (rank == 0) {
                MPI.COMM_WORLD.Send(bytes, 0, length, MPI.BYTE, other, 1);
                MPI.COMM_WORLD.Recv(doubles, 0, length, MPI.DOUBLE, other, 2);
            } else {
                MPI.COMM_WORLD.Recv(bytes, 0, length, MPI.BYTE, MPI.ANY_SOURCE, MPI.ANY_TAG);
                MPI.COMM_WORLD.Send(doubles, 0, length, MPI.DOUBLE, other, 2);
            }
        }
        char[] line = "rehearsed".toCharArray();
        if (rank == 0) {
            MPI.COMM_WORLD.Send(line, 0, line.length, MPI.CHAR, other, 4);
        } else {
            int length = MPI.COMM_WORLD.Probe(0, 4).Get_count(MPI.CHAR);
            MPI.COMM_WORLD.Recv(line, 0, length, MPI.CHAR, other, 4);
        }
        int[] numbers = {rank};
        Request receive = MPI.COMM_WORLD.Irecv(new int[1], 0, 1, MPI.INT, other, 3);
        Request send = MPI.COMM_WORLD.Isend(numbers, 0, 1, MPI.INT, other, 3);
        receive.Wait();
        send.Wait();
    }

    /** What a rank does only if it lives longer, or has to wait: native calls are bound, threads wait for each other. Empty, or why there are no native calls here. */
    private static String later() {
        try {
            var unanswered = new ArrayBlockingQueue<Integer>(1).poll(1, TimeUnit.MILLISECONDS);
            return unanswered == null ? Futex.whyNot() + Membarrier.whyNot() : "";
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts a rehearsal", e);
        }
    }

    /** Short collectives of a communicator of which the recorded rank is the second one, so that it maps memory that the other has given. */
    private static void sharedMemory(int rank) {
        Intracomm reversed = Objects.requireNonNull(MPI.COMM_WORLD.Split(0, -rank));
        for (int call = 0; call < SHORT_CALLS; call++) {
            reversed.Barrier();
        }
        reversed.Free();
    }

    private static void collectives(int rank) {
        double[] sum = new double[1];
        int[] all = new int[MPI.COMM_WORLD.Size()];
        MPI.COMM_WORLD.Barrier();
        MPI.COMM_WORLD.Bcast(sum, 0, 1, MPI.DOUBLE, 0);
        MPI.COMM_WORLD.Reduce(new double[] {rank}, 0, sum, 0, 1, MPI.DOUBLE, MPI.SUM, 0);
        MPI.COMM_WORLD.Allreduce(new double[] {rank}, 0, sum, 0, 1, MPI.DOUBLE, MPI.SUM);
        MPI.COMM_WORLD.Gather(new int[] {rank}, 0, 1, MPI.INT, all, 0, 1, MPI.INT, 0);
    }
}
