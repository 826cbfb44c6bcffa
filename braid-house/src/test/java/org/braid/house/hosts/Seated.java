package org.braid.house.hosts;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import mpi.MPI;
import mpi.MPIException;
import org.braid.boot.Job;

/** A program whose ranks may be threads of one process: each does what the first argument says. */
public final class Seated {
    private static int starts;

    private Seated() {}

    public static void main(String[] arguments) throws Exception {
        starts++;
        switch (arguments[0]) {
            case "own" -> showWhatIsOwn(arguments);
            case "exits" -> exit(Path.of(arguments[1]));
            case "waits" -> waitForEver(arguments);
            case "stuck" -> waitForEachOther(arguments);
            default -> throw new IllegalStateException("rank " + Job.attached().rank() + " knows no " + arguments[0]);
        }
    }

    private static void showWhatIsOwn(String[] arguments) throws IOException {
        MPI.Init(arguments);
        int rank = MPI.COMM_WORLD.Rank();
        String told = new String(System.in.readAllBytes(), StandardCharsets.UTF_8).strip();
        int[] sum = new int[1];
        MPI.COMM_WORLD.Allreduce(new int[] {rank}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
        System.out.println("rank " + rank + " on " + MPI.Get_processor_name() + " started " + starts + " sum " + sum[0] + " told '" + told + "' in " + ProcessHandle.current().pid());
        MPI.Finalize();
    }

    /** The first rank exits; the others go on when they know that it has. */
    private static void exit(Path hasEnded) throws IOException, InterruptedException {
        int rank = Job.attached().rank();
        if (rank == 0) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> mark(hasEnded)));
            System.exit(0);
        }
        while (!Files.exists(hasEnded)) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
        System.out.println("rank " + rank + " goes on");
    }

    private static void mark(Path file) {
        try {
            Files.createFile(file);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void waitForEver(String[] arguments) {
        MPI.Init(arguments);
        MPI.COMM_WORLD.Barrier();
        System.out.println("ready");
        MPI.COMM_WORLD.Recv(new byte[1], 0, 1, MPI.BYTE, MPI.ANY_SOURCE, 99); // which is never sent
    }

    private static void waitForEachOther(String[] arguments) {
        MPI.Init(arguments);
        int rank = MPI.COMM_WORLD.Rank();
        try {
            MPI.COMM_WORLD.Recv(new byte[1], 0, 1, MPI.BYTE, (rank + 1) % MPI.COMM_WORLD.Size(), 99);
        } catch (MPIException e) {
            System.out.println("rank " + rank + " is told: " + e.getMessage());
        }
        System.exit(3);
    }
}
