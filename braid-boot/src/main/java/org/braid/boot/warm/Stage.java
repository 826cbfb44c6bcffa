package org.braid.boot.warm;

import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.Thread.UncaughtExceptionHandler;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.function.Consumer;
import org.braid.base.os.Entropy;
import org.braid.base.wire.DescriptorTable;
import org.braid.boot.Job;
import org.braid.boot.threads.Life;
import org.braid.boot.threads.RankClasses;
import org.braid.boot.threads.RankLoader;
import org.braid.boot.ticket.Secret;
import org.braid.boot.ticket.Ticket;
import org.braid.link.progress.AddressSpace;
import org.jspecify.annotations.Nullable;

/**
 * A rehearsal of two ranks that are threads of this process and send each other messages through shared memory, as ranks of two processes do. They have a package {@code mpi} of their own, so that those of the program that comes later
 * have never been used; the engine is shared, and compiled by then.
 */
final class Stage {
    private static final int RANKS = 2;
    private static final String METHOD = "shm";

    private final RankClasses classes;
    private final String program;
    private final Map<Integer, DescriptorTable> tables = new ConcurrentHashMap<>();
    private final CyclicBarrier met = new CyclicBarrier(RANKS);
    private final Secret secret = Secret.random();
    private final long[] job = {Entropy.nextLong(), Entropy.nextLong()};
    private final List<Player> players = new ArrayList<>();
    private volatile @Nullable Throwable failure;

    /** @param program a {@code Consumer<Runnable>}, which runs its argument where all of them have to meet that are not ranks yet */
    Stage(String program) {
        this.program = program;
        this.classes = new RankClasses(ClassLoader.getPlatformClassLoader(), program); // the application's loader must not look for anything before its class path is there
    }

    /** Plays to the end. What the players were is kept: the code that was compiled for their classes is thrown away with them. */
    void play() throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int rank = 0; rank < RANKS; rank++) {
            Player player = new Player(rank);
            players.add(player);
            threads.add(Thread.ofPlatform().name("rehearsal-" + rank).daemon().start(player));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        if (failure != null) {
            throw new IllegalStateException("the rehearsal failed", failure);
        }
    }

    private void meet() {
        try {
            met.await();
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException("a rehearsal was interrupted", e);
        }
    }

    private Ticket ticket(int rank) {
        return new Ticket(0, job[0], job[1], rank, RANKS, 0, RANKS, 0, "", secret, METHOD, "", false);
    }

    /** One rank of the rehearsal. */
    private final class Player implements Life, Runnable {
        private final int rank;
        private final List<Thread> hooks = new ArrayList<>();
        private final PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
        private final RankLoader loader = new RankLoader(classes, this);

        Player(int rank) {
            this.rank = rank;
        }

        @Override
        public void run() {
            Thread.currentThread().setContextClassLoader(loader);
            try (AddressSpace space = new AddressSpace(AddressSpace.SHARED_CAP_BYTES)) {
                Job.rehearse(ticket(rank), this, space, tables);
                @SuppressWarnings("unchecked")
                Consumer<Runnable> play = (Consumer<Runnable>) loader.loadClass(program).getDeclaredConstructor().newInstance();
                play.accept(Stage.this::meet);
                meet();
                for (Thread hook : hooks) {
                    hook.start();
                    hook.join();
                }
                meet();
            } catch (Throwable thrown) {
                failure = thrown;
                met.reset();
            }
        }

        @Override
        public PrintStream out() {
            return nowhere;
        }

        @Override
        public PrintStream err() {
            return nowhere;
        }

        @Override
        public InputStream in() {
            return InputStream.nullInputStream();
        }

        @Override
        public void setOut(@Nullable PrintStream to) {
            // Nobody reads it.
        }

        @Override
        public void setErr(@Nullable PrintStream to) {
            // Nobody reads it.
        }

        /** None: the JDK copies the environment when it is first asked, and it will be another one. */
        @Override
        public @Nullable String variable(String name) {
            return null;
        }

        @Override
        public Map<String, String> variables() {
            return Map.of();
        }

        @Override
        public void exit(int code) {
            throw new IllegalStateException("a rehearsal exits with " + code);
        }

        @Override
        public void halt(int code) {
            exit(code);
        }

        @Override
        public void addHook(Thread hook) {
            hooks.add(hook);
        }

        @Override
        public boolean removeHook(Thread hook) {
            return hooks.remove(hook);
        }

        @Override
        public @Nullable UncaughtExceptionHandler handler() {
            return null;
        }

        @Override
        public void setHandler(@Nullable UncaughtExceptionHandler handler) {
            // Nobody listens.
        }
    }
}
