package org.braid.mpix.executor;

import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicIntegerArray;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.liveness.ProgramThread;
import org.braid.mpix.Futures;
import org.jspecify.annotations.Nullable;

/**
 * The root's side of an executor: gives each rank that is free its next task, and each future what its task came to.
 *
 * <p>Guarded by itself. A rank is found free and gets its task under one lock, so whenever nobody holds that no rank is idle for which something waits.
 */
final class Desk {
    private final Intracomm comm;
    private final int root;
    private final int mostWaiting;
    private final Queues queues;
    private final AtomicIntegerArray given; // tasks, by rank
    private @Nullable Thread ownWorker;
    private @Nullable CompletableFuture<Void> idle; // from the end of submitting on

    /** @param mostWaiting so many tasks may wait for a rank, then their submitter does */
    Desk(Intracomm comm, int root, int mostWaiting) {
        this.comm = comm;
        this.root = root;
        this.mostWaiting = mostWaiting;
        this.queues = new Queues(comm.getSize(), root);
        this.given = new AtomicIntegerArray(comm.getSize());
    }

    int ranks() {
        return queues.ranks();
    }

    /** A task for any rank. */
    void submit(Job job) {
        int free;
        Job first;
        synchronized (this) {
            awaitRoom();
            if (queues.isDeserted()) {
                throw Refused.because(ErrorClass.RANK, "a task cannot be run", "all ranks that could run it have died or left MPI", "Run it here");
            }
            free = queues.add(job);
            first = free < 0 ? null : taken(free);
        }
        start(first, free);
    }

    /** A task for that rank. */
    void submit(Job job, int target) {
        Job first;
        synchronized (this) {
            awaitRoom();
            if (queues.isLost(target)) {
                throw Refused.because(ErrorClass.RANK, "a task cannot be run", "rank " + target + " has died or left MPI", "Submit it to another rank");
            }
            queues.add(job, target);
            first = taken(target);
        }
        start(first, target);
    }

    private void awaitRoom() {
        while (idle == null && queues.waiting() >= mostWaiting) {
            try {
                wait();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new CancellationException("interrupted while " + mostWaiting + " tasks were waiting before this one");
            }
        }
        throwIfClosed();
    }

    synchronized void throwIfClosed() {
        if (idle != null) {
            throw Refused.because(ErrorClass.REQUEST, "a task cannot be submitted", "the executor was closed", "Submit before its end");
        }
    }

    /** The rank's next task, if it is free and there is one. It is taken under the lock under which the rank was found free, so that no second task counts on that rank while another one has nothing to do. */
    private @Nullable Job taken(int worker) {
        Job job = queues.next(worker);
        notifyAll();
        if (job != null && worker == root && ownWorker == null) {
            Thread made = ProgramThread.unstarted("task", new Worker(comm, root));
            made.start();
            ownWorker = made;
        }
        return job;
    }

    /** Sends the rank that task, if there is one, and waits for no answer. */
    private void start(@Nullable Job job, int worker) {
        if (job == null) {
            return;
        }
        Object[] outcome = new Object[2];
        Request begun;
        Request answer;
        try {
            begun = comm.iRecv(new byte[0], 0, MPI.BYTE, worker, Worker.BEGUN);
            answer = comm.iRecv(outcome, 2, MPI.OBJECT, worker, Worker.resultTag(given.getAndIncrement(worker)));
        } catch (MPIException lost) {
            finish(job, worker, outcome, false, lost);
            return;
        }
        CompletableFuture<Boolean> hasBegun = Futures.of(begun).handle((status, failure) -> failure == null);
        CompletableFuture<?> finished = Futures.of(answer).handle((status, failure) -> failure).thenCombine(hasBegun, (failure, has) -> finish(job, worker, outcome, has, failure));
        try {
            CompletableFuture<?> gone = Futures.of(comm.iSend(job.task(), job.task().length, MPI.BYTE, worker, Worker.TASK));
        } catch (MPIException lost) {
            // The answer fails, too.
        }
    }

    /** The rank has answered, or is gone: it, or another one, gets its next task before anybody is told, since those who are told may take their time. */
    private boolean finish(Job job, int worker, Object[] outcome, boolean hasBegun, @Nullable Throwable failure) {
        boolean isLost = failure instanceof MPIException known && known.getErrorClass() != MPI.ERR_TYPE; // a result that the filter refuses is no death, nor is one whose own code throws an Error
        List<Job> orphans;
        boolean goesOn;
        int nextWorker;
        Job next;
        synchronized (this) {
            queues.free(worker);
            orphans = isLost ? queues.lose(worker) : List.of();
            goesOn = isLost && !hasBegun && job.anywhere() && !queues.isDeserted();
            nextWorker = goesOn ? queues.putBack(job) : worker;
            next = nextWorker < 0 ? null : taken(nextWorker);
        }
        start(next, nextWorker);
        orphans.forEach(each -> fail(each, worker, failure));
        if (!goesOn) {
            tell(job, worker, outcome, failure);
        }
        tellIfIdle();
        return goesOn;
    }

    private static void tell(Job job, int worker, Object[] outcome, @Nullable Throwable failure) {
        if (failure != null) {
            fail(job, worker, failure);
        } else if (outcome[0].equals(true)) {
            boolean ignored = job.result().completeExceptionally((Throwable) outcome[1]);
        } else {
            boolean ignored = job.result().complete(outcome[1]);
        }
    }

    private static void fail(Job job, int worker, @Nullable Throwable failure) {
        boolean ignored = job.result().completeExceptionally(failure == null ? new IllegalStateException("rank " + worker + " is gone") : failure);
    }

    private void tellIfIdle() {
        CompletableFuture<Void> told;
        synchronized (this) {
            told = queues.isIdle() ? idle : null;
        }
        if (told != null) {
            boolean ignored = told.complete(null);
        }
    }

    /** Takes no more tasks, waits for those that there are, and ends the workers. Once. */
    void close() {
        CompletableFuture<Void> all = Futures.incomplete();
        synchronized (this) {
            idle = all;
            notifyAll();
        }
        tellIfIdle();
        Void ignored = all.join();
        for (int worker = 0; worker < queues.ranks(); worker++) {
            if (worker == root ? ownWorker != null : !queues.isLost(worker)) {
                end(worker);
            }
        }
        join(ownWorker);
    }

    private void end(int worker) {
        try {
            comm.send(new byte[0], 0, MPI.BYTE, worker, Worker.TASK);
        } catch (MPIException lost) {
            // It has ended by itself.
        }
    }

    private static void join(@Nullable Thread worker) {
        boolean interrupted = false;
        while (worker != null && worker.isAlive()) {
            try {
                worker.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
