package org.braid.mpix.executor;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpix.Futures;

/**
 * Runs tasks of one rank, the root, on the others, in the spirit of mpi4py's {@code MPICommExecutor}:
 *
 * <pre>
 *   try (RankExecutor executor = RankExecutor.open(MPI.COMM_WORLD, 0)) {
 *     if (executor.isRoot()) {
 *       for (Tile tile : tiles) {
 *         executor.submit(() -&gt; render(tile)).thenAccept(picture::add);
 *       }
 *     }
 *   }                                           // the root waits for its tasks; the others run them here
 * </pre>
 *
 * <p>Each rank runs one task at a time, in the thread that called {@link #close}. The root runs only what is {@linkplain #submitTo submitted to it}, or all if it is alone, in a thread of its own. Tasks go to free ranks in the order in which they were submitted; at most
 * {@value #MOST_WAITING} wait, then {@code submit} does. Tasks are serialized when they are submitted.
 *
 * <p>A future completes with the result, or exceptionally with what the task threw; if that has no serializable form, with its words. A rank that dies, or leaves MPI, fails the task that it was running and those that were submitted to it (BRD-1509 or BRD-1514 is the cause); the task that it had been given and not begun, and all others, go on on the ranks that are left. A future that is cancelled while its task waits
 * takes it back; a task that runs is not interrupted. The futures are those of {@link Futures}: {@code join} makes progress.
 */
public final class RankExecutor implements AutoCloseable {
    /** Tasks that may wait for a rank. */
    static final int MOST_WAITING = 4096;

    private final Intracomm comm;
    private final int rank;
    private final int root;
    private final Desk desk;
    private final AtomicBoolean closed = new AtomicBoolean();

    private RankExecutor(Intracomm comm, int root) {
        this.comm = comm;
        this.rank = comm.getRank();
        this.root = root;
        this.desk = new Desk(comm, root, MOST_WAITING);
    }

    /**
     * An executor over the ranks of a communicator, of which it makes a copy. Collective.
     *
     * @param root the rank that submits, the same at all
     * @throws MPIException ERR_RANK if there is no such rank, and ERR_ARG if ranks give different ones, at all of them; ERR_OTHER in a program that did not ask for MPI.THREAD_MULTIPLE
     */
    public static RankExecutor open(Intracomm comm, int root) {
        if (comm == null) {
            throw Refused.because(ErrorClass.COMM, "there is no executor", "the communicator is null", "Give a communicator");
        }
        if (MPI.queryThread() != MPI.THREAD_MULTIPLE) {
            throw Refused.because(ErrorClass.OTHER, "there is no executor", "the program has promised by InitThread to call MPI from one thread", "Begin with MPI.Init, or ask for MPI.THREAD_MULTIPLE");
        }
        Intracomm copy = comm.dup();
        boolean isSound = false;
        try {
            checkRoots(copy, root);
            isSound = true;
            return new RankExecutor(copy, root);
        } finally {
            if (!isSound) {
                copy.free();
            }
        }
    }

    /** Each says which root it was given, so that none waits for tasks of a rank that does not know that it is to give them. */
    private static void checkRoots(Intracomm comm, int root) {
        int[] roots = new int[comm.getSize()];
        comm.allGather(new int[] {root}, 1, MPI.INT, roots, 1, MPI.INT);
        for (int rank = 0; rank < roots.length; rank++) {
            if (roots[rank] < 0 || roots[rank] >= roots.length) {
                throw Refused.because(ErrorClass.RANK, "there is no executor", "its root is rank " + roots[rank] + " at rank " + rank + ", which is not in 0.." + (roots.length - 1), "Give a rank of the communicator");
            }
            if (roots[rank] != roots[0]) {
                throw Refused.because(ErrorClass.ARG, "there is no executor", "its root is rank " + roots[0] + " at rank 0, and rank " + roots[rank] + " at rank " + rank, "Give the same root at all ranks");
            }
        }
    }

    /** Whether this is the rank that submits. */
    public boolean isRoot() {
        return rank == root;
    }

    /**
     * Runs a task on whichever rank is free first.
     *
     * @throws MPIException ERR_TYPE if it cannot be serialized; ERR_RANK if this is not the root, or no rank is left; ERR_REQUEST after {@link #close}
     */
    public <T> CompletableFuture<T> submit(RankTask<T> task) {
        Job job = job(task, true);
        desk.submit(job);
        return typed(job);
    }

    /**
     * Runs a task on that rank, behind those that were submitted to it before, and before those that any rank may run.
     *
     * @throws MPIException as {@link #submit}; ERR_RANK if there is no such rank, or it has died
     */
    public <T> CompletableFuture<T> submitTo(int target, RankTask<T> task) {
        if (target < 0 || target >= desk.ranks()) {
            throw Refused.because(ErrorClass.RANK, "a task cannot be run", "there is no rank " + target + " among " + desk.ranks(), "Give a rank of the communicator");
        }
        Job job = job(task, false);
        desk.submit(job, target);
        return typed(job);
    }

    /** Runs all of them on whichever ranks are free, and waits until all are done, well or not; their futures, in their order. */
    public <T> List<CompletableFuture<T>> invokeAll(Collection<? extends RankTask<T>> tasks) {
        List<CompletableFuture<T>> all = new ArrayList<>();
        if (tasks == null) {
            throw Refused.because(ErrorClass.ARG, "tasks cannot be submitted", "the collection is null", "Give tasks, or an empty collection");
        }
        for (RankTask<T> task : tasks) {
            all.add(submit(task));
        }
        for (CompletableFuture<T> each : all) {
            T ignored = each.handle((result, failure) -> result).join();
        }
        return all;
    }

    private Job job(RankTask<?> task, boolean anywhere) {
        if (!isRoot()) {
            throw Refused.because(ErrorClass.RANK, "a task cannot be submitted", "this is rank " + rank + ", and the executor's root is " + root, "Submit at the root");
        }
        if (task == null) {
            throw Refused.because(ErrorClass.ARG, "a task cannot be submitted", "it is null", "Give a task");
        }
        desk.throwIfClosed();
        return new Job(comm.Object_Serialize(new Object[] {task}, 0, 1, MPI.OBJECT), Futures.incomplete(), anywhere);
    }

    @SuppressWarnings("unchecked") // what comes is what the task returned
    private static <T> CompletableFuture<T> typed(Job job) {
        return (CompletableFuture<T>) job.result();
    }

    /**
     * At the root: waits for all tasks, ends the workers, and frees the copy of the communicator. Elsewhere: runs tasks until the root does so. A second time it does nothing.
     *
     * @throws MPIException elsewhere, if the root dies
     */
    @Override
    public void close() {
        if (closed.getAndSet(true)) {
            return;
        }
        try {
            if (isRoot()) {
                desk.close();
            } else {
                new Worker(comm, root).run();
            }
        } finally {
            comm.free();
        }
    }
}
