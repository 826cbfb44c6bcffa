package org.braid.cli.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import mpi.MPI;

/** A program whose ranks end as its first argument says; the last rank says what came of it. */
public final class Ending {
    private static final CountDownLatch NEVER = new CountDownLatch(1);

    private Ending() {}

    public static void main(String[] arguments) throws Exception {
        MPI.InitThread(arguments, MPI.THREAD_MULTIPLE);
        int rank = MPI.COMM_WORLD.getRank();
        boolean isLast = rank == MPI.COMM_WORLD.getSize() - 1;
        switch (arguments[0]) {
            case "halts in a hook" -> haltInAHook(rank);
            case "halts since a hook hangs" -> haltBesideAHook(isLast);
            case "exits in the common pool" -> exitInThePool(isLast, Path.of(arguments[1]));
            case "refuses hooks" -> addWhatIsNoHook();
            default -> fail(rank, arguments);
        }
    }

    private static void haltInAHook(int rank) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            System.out.println("hook of " + rank);
            Runtime.getRuntime().halt(0);
        }));
        MPI.Finalize();
    }

    /** The usual watchdog, which ends a program that does not end. */
    private static void haltBesideAHook(boolean isLast) {
        MPI.Finalize();
        if (isLast) {
            CountDownLatch hangs = new CountDownLatch(1);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> hang(hangs)));
            Thread watchdog = new Thread(() -> haltOnce(hangs));
            watchdog.setDaemon(true);
            watchdog.start();
        }
        System.exit(0);
    }

    private static void hang(CountDownLatch hangs) {
        hangs.countDown();
        await(NEVER);
    }

    private static void haltOnce(CountDownLatch hangs) {
        await(hangs);
        Runtime.getRuntime().halt(0);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The pool has one thread, which the last rank needs when it knows that another one has exited there. */
    private static void exitInThePool(boolean isLast, Path hasEnded) throws Exception {
        MPI.Finalize();
        if (!isLast) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> mark(hasEnded)));
            CompletableFuture<Void> ignored = CompletableFuture.runAsync(() -> System.exit(0), ForkJoinPool.commonPool());
            NEVER.await();
        }
        while (!Files.exists(hasEnded)) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
        System.out.println("the pool says " + CompletableFuture.supplyAsync(() -> "yes", ForkJoinPool.commonPool()).get());
    }

    private static void mark(Path file) {
        try {
            Files.createFile(file);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void addWhatIsNoHook() throws Exception {
        Thread alive = new Thread(() -> await(NEVER));
        alive.setDaemon(true);
        alive.start();
        Thread hook = new Thread();
        Runtime.getRuntime().addShutdownHook(hook);
        for (Thread each : new Thread[] {alive, hook, null}) {
            tryHook(each);
        }
        MPI.Finalize();
    }

    private static void tryHook(Thread hook) {
        try {
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalArgumentException | NullPointerException e) {
            System.out.println(e.getClass().getSimpleName() + (e instanceof IllegalArgumentException ? ": " + e.getMessage() : ""));
        }
    }

    /** Rank 0 makes a mistake in another thread; all wait for each other then. */
    private static void fail(int rank, String[] arguments) throws Exception {
        boolean handles = arguments.length > 1;
        if (handles) {
            Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> System.out.println("handled " + thrown.getClass().getSimpleName()));
        }
        if (rank == 0) {
            Runnable mistake = () -> MPI.COMM_WORLD.send(new int[1], 1, MPI.INT, 99, 0);
            Thread.Builder threads = arguments[0].equals("fails in a virtual thread") ? Thread.ofVirtual() : Thread.ofPlatform();
            threads.name("mistaken").start(mistake).join();
            threads.start(() -> {
                throw new IllegalStateException("no mistake of MPI's");
            }).join();
        }
        MPI.COMM_WORLD.barrier();
        MPI.Finalize();
    }
}
