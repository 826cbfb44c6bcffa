package org.braid.cli.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Scanner;
import java.util.concurrent.TimeUnit;
import mpi.MPI;
import org.braid.boot.Job;

/** A program whose ranks may be threads of one process: it does what its first argument says. */
public final class Seated {
    private static final int VIRTUAL = 50;

    private static int starts;

    private Seated() {}

    public static void main(String[] arguments) throws Exception {
        starts++;
        switch (arguments[0]) {
            case "own" -> showWhatIsOwn();
            case "input" -> readInput();
            case "virtual" -> blockVirtualThreads();
            case "exits" -> exit(Path.of(arguments[1]));
            default -> inMpi(arguments);
        }
    }

    private static void showWhatIsOwn() throws InterruptedException {
        MPI.Init(new String[0]);
        int rank = MPI.COMM_WORLD.Rank();
        System.out.println("rank " + rank + " started " + starts);
        System.err.println("rank " + rank + " complains");
        Thread other = new Thread(() -> System.out.println("thread of " + rank + " in " + ProcessHandle.current().pid()));
        other.start();
        other.join();
        new Throwable("trace of " + rank).printStackTrace();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook of " + rank)));
        MPI.Finalize();
    }

    private static void readInput() {
        int rank = Job.attached().rank();
        try (Scanner in = new Scanner(System.in)) {
            System.out.println("rank " + rank + " reads " + (in.hasNextLine() ? in.nextLine() : "nothing"));
        }
    }

    /** Rank 0 exits in a thread that is not its main one; the others go on when they know that it has. */
    private static void exit(Path hasEnded) throws InterruptedException {
        int rank = Job.attached().rank();
        if (rank == 0) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> mark(hasEnded)));
            try {
                Runtime.getRuntime().exit(0);
            } finally {
                System.out.println("never");
            }
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

    /** Each of many virtual threads waits for a word of the next rank; these are sent when all wait, the last one's first. */
    private static void blockVirtualThreads() throws InterruptedException {
        MPI.Init(new String[0]);
        int rank = MPI.COMM_WORLD.Rank();
        int next = (rank + 1) % MPI.COMM_WORLD.Size();
        Thread[] threads = new Thread[VIRTUAL];
        for (int i = 0; i < VIRTUAL; i++) {
            int tag = i;
            threads[i] = Thread.ofVirtual().start(() -> MPI.COMM_WORLD.Recv(new byte[1], 0, 1, MPI.BYTE, MPI.ANY_SOURCE, tag));
        }
        for (Thread thread : threads) {
            while (thread.getState() != Thread.State.WAITING && thread.getState() != Thread.State.TIMED_WAITING) {
                Thread.onSpinWait();
            }
        }
        MPI.COMM_WORLD.Barrier();
        for (int i = VIRTUAL - 1; i >= 0; i--) {
            MPI.COMM_WORLD.Send(new byte[1], 0, 1, MPI.BYTE, next, i);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println("rank " + rank + " is done");
        MPI.Finalize();
    }

    private static void inMpi(String[] arguments) throws InterruptedException {
        MPI.Init(arguments);
        int last = MPI.COMM_WORLD.Size() - 1;
        boolean isLast = MPI.COMM_WORLD.Rank() == last;
        MPI.COMM_WORLD.Barrier();
        switch (arguments[0]) {
            case "throws" -> {
                if (isLast) {
                    throw new IllegalStateException("no more");
                }
            }
            case "leaves" -> {
                if (isLast) {
                    System.exit(0);
                }
            }
            case "aborts" -> {
                if (isLast) {
                    MPI.COMM_WORLD.Abort(7);
                }
            }
            default -> System.out.println("ready " + ProcessHandle.current().pid());
        }
        MPI.COMM_WORLD.Recv(new byte[1], 0, 1, MPI.BYTE, last, 99); // which is never sent
    }
}
