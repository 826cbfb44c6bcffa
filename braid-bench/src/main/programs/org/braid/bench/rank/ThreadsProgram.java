package org.braid.bench.rank;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.DoubleSupplier;
import mpi.MPI;
import mpi.Request;

/**
 * Arguments: {@code multiple threads SCALE BYTES...}. How many messages a second go over one communicator when several threads of a rank send, each to one of the other rank by tags of its own, in
 * windows of 64 with an acknowledgement, as {@code rate} has them.
 */
public final class ThreadsProgram {
    private static final int[] THREADS = {1, 2, 8, 32};
    private static final int TRIAL = 64; // windows of all threads together
    private static final double TURN_S = 0.1;

    private final Speaker speaker = new Speaker(MPI.COMM_WORLD.getRank(), PairFloor.ofWorld());
    private final boolean isFirst = MPI.COMM_WORLD.getRank() == 0;
    private final double scale;

    private ThreadsProgram(double scale) {
        this.scale = scale;
    }

    /** Runs as one rank of two. */
    public static void main(String[] arguments) {
        MpiProgram.init(arguments);
        ThreadsProgram program = new ThreadsProgram(Double.parseDouble(arguments[2]));
        for (int i = 3; i < arguments.length; i++) {
            program.measure(Integer.parseInt(arguments[i]));
        }
        MPI.Finalize();
    }

    private void measure(int bytes) {
        DoubleSupplier[] works = new DoubleSupplier[THREADS.length];
        speaker.warmedUp(Warmth.spend(scale, () -> trials(bytes)));
        for (int i = 0; i < works.length; i++) {
            int threads = THREADS[i];
            int windows = windows(threads, bytes);
            works[i] = () -> rate(threads, bytes, windows);
        }
        speaker.begin();
        say(bytes, new InTurns(works));
    }

    private void trials(int bytes) {
        for (int threads : THREADS) {
            double ignored = rate(threads, bytes, Math.max(1, TRIAL / threads));
        }
    }

    /** So many for each thread as fit into the time that a turn may take; rank 0 says it. */
    private int windows(int threads, int bytes) {
        double perSecond = rate(threads, bytes, Math.max(1, TRIAL / threads)) / Counts.WINDOW / threads;
        int[] windows = {(int) Math.clamp(perSecond * TURN_S * scale, 1, Counts.windows(scale, bytes))};
        MPI.COMM_WORLD.bcast(windows, 1, MPI.INT, 0);
        return windows[0];
    }

    /** Messages a second, of all threads. */
    private double rate(int threads, int bytes, int windows) {
        try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
            List<Callable<Void>> all = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                all.add(isFirst ? sender(thread, bytes, windows) : receiver(thread, bytes, windows));
            }
            MPI.COMM_WORLD.barrier();
            long startNs = System.nanoTime();
            for (Future<Void> each : pool.invokeAll(all)) {
                each.get();
            }
            return (double) threads * windows * Counts.WINDOW * 1e9 / (System.nanoTime() - startNs);
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException("a thread of the benchmark failed", e);
        }
    }

    private static Callable<Void> sender(int thread, int bytes, int windows) {
        byte[] data = new byte[bytes];
        return windows(windows, w -> MPI.COMM_WORLD.Isend(data, 0, bytes, MPI.BYTE, 1, 2 * thread), () -> MPI.COMM_WORLD.recv(new byte[1], 1, MPI.BYTE, 1, 2 * thread + 1));
    }

    private static Callable<Void> receiver(int thread, int bytes, int windows) {
        byte[] data = new byte[bytes];
        return windows(windows, w -> MPI.COMM_WORLD.Irecv(data, 0, bytes, MPI.BYTE, 0, 2 * thread), () -> MPI.COMM_WORLD.send(new byte[1], 1, MPI.BYTE, 0, 2 * thread + 1));
    }

    private interface Start {
        Request started(int inWindow);
    }

    private static Callable<Void> windows(int windows, Start start, Runnable acknowledge) {
        Request[] requests = new Request[Counts.WINDOW];
        return () -> {
            for (int i = 0; i < windows; i++) {
                for (int w = 0; w < Counts.WINDOW; w++) {
                    requests[w] = start.started(w);
                }
                Request.waitAll(requests);
                acknowledge.run();
            }
            return null;
        };
    }

    private void say(int bytes, InTurns turns) {
        for (int i = 0; i < THREADS.length; i++) {
            speaker.say("threads." + THREADS[i], "byte[]", bytes, turns.median(i), "msg/s");
            if (i > 0) {
                speaker.say("threads." + THREADS[i] + ".share", "byte[]", bytes, turns.ratio(i, 0), "share");
            }
        }
    }
}
