package org.braid.cli.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Scanner;
import java.util.concurrent.Callable;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import mpi.Datatype;
import mpi.MPI;
import mpi.Request;
import org.braid.boot.Job;

/** A program whose ranks may be threads of one process: it does what its first argument says. */
public final class Seated {
    private static final int VIRTUAL = 50;
    private static final int TURNS = 20;

    private static int starts;

    private Seated() {}

    public static void main(String[] arguments) throws Exception {
        starts++;
        switch (arguments[0]) {
            case "own" -> showWhatIsOwn();
            case "input" -> readInput();
            case "virtual" -> blockVirtualThreads();
            case "lent" -> callFromLentThreads();
            case "labels" -> labelTypes();
            case "exits" -> exit(Path.of(arguments[1]));
            default -> inMpi(arguments);
        }
    }

    private static void showWhatIsOwn() throws Exception {
        MPI.Init(new String[0]);
        int rank = MPI.COMM_WORLD.Rank();
        System.out.println("rank " + rank + " started " + starts);
        System.err.println("rank " + rank + " complains");
        Thread other = new Thread(() -> System.out.println("thread of " + rank + " in " + ProcessHandle.current().pid()));
        other.start();
        other.join();
        new Throwable("trace of " + rank).printStackTrace();
        ForkJoinPool.commonPool().submit(() -> IO.println("lent to " + rank)).get();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook of " + rank)));
        MPI.Finalize();
    }

    private static void readInput() {
        int rank = Job.attached().rank();
        try (Scanner in = new Scanner(System.in, UTF_8)) {
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

    /** Threads of the common pool are the JDK's: all ranks' calls come from the same ones. */
    private static void callFromLentThreads() throws Exception {
        MPI.Init(new String[0]);
        int rank = MPI.COMM_WORLD.Rank();
        int next = (rank + 1) % MPI.COMM_WORLD.Size();
        for (int turn = 0; turn < TURNS; turn++) {
            int[] came = new int[1];
            Request receive = ForkJoinPool.commonPool().submit(() -> MPI.COMM_WORLD.Irecv(came, 0, 1, MPI.INT, MPI.ANY_SOURCE, 0)).get();
            ForkJoinPool.commonPool().submit(() -> MPI.COMM_WORLD.Send(new int[] {rank}, 0, 1, MPI.INT, next, 0)).get();
            Callable<Boolean> done = receive::test;
            while (!ForkJoinPool.commonPool().submit(done).get()) {
                Thread.onSpinWait(); // who waited there would keep a thread from the others that all need
            }
            if (came[0] != (rank + MPI.COMM_WORLD.Size() - 1) % MPI.COMM_WORLD.Size()) {
                throw new IllegalStateException("rank " + rank + " heard of " + came[0]);
            }
            MPI.COMM_WORLD.Barrier();
        }
        boolean isMine = ForkJoinPool.commonPool().submit(() -> MPI.queryThread() == MPI.THREAD_MULTIPLE && !MPI.isThreadMain()).get();
        System.out.println("rank " + rank + " has heard " + (isMine ? "well" : "of another one's MPI"));
        MPI.Finalize();
    }

    /** What is said of a predefined type, and keys, are one rank's. */
    private static void labelTypes() {
        MPI.Init(new String[0]);
        int rank = MPI.COMM_WORLD.Rank();
        int key = Datatype.createKeyval();
        String before = MPI.INT.getName();
        MPI.COMM_WORLD.Barrier();
        MPI.INT.setName("INT of " + rank);
        MPI.INT.setAttr(key, rank);
        MPI.COMM_WORLD.Barrier();
        System.out.println(before + ", " + MPI.INT.getName() + ", key " + key + " has " + MPI.INT.getAttr(key));
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
