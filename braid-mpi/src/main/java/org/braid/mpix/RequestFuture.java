package org.braid.mpix;

import java.util.concurrent.atomic.AtomicBoolean;
import mpi.Request;
import mpi.Status;
import org.braid.mpi.completion.Completions;
import org.braid.mpi.completion.RequestHandle;
import org.braid.mpi.completion.Watched;
import org.braid.mpi.p2p.ErrorClass;

/** The future of one request. Whoever takes it, once, reads what came of the request and completes this by that: the thread that is told, or one that cancels. */
final class RequestFuture extends MpiFuture<Status> implements Watched {
    private final Request request;
    private final AtomicBoolean isTaken = new AtomicBoolean();

    RequestFuture(Completions completions, Request request) {
        super(completions);
        this.request = request;
    }

    @Override
    public RequestHandle handle() {
        return request;
    }

    @Override
    public void done() {
        if (isTaken.compareAndSet(false, true)) {
            finish();
        }
    }

    @Override
    public void abandoned() {
        if (isTaken.compareAndSet(false, true)) {
            boolean ignored = completeExceptionally(Inside.failure(
                    ErrorClass.REQUEST, "the request of a future will never be done", "MPI.Finalize was called while it was pending", "Wait for futures, or cancel them, before MPI.Finalize"));
        }
    }

    /** Reads a request that is done. */
    private void finish() {
        try {
            Status status = request.waitStatus();
            boolean ignored = status.isCancelled() ? super.cancel(false) : complete(status);
        } catch (RuntimeException | Error failed) {
            boolean ignored = completeExceptionally(failed);
        }
    }

    /** Takes a receive back that has met no message; else the communication goes on, and so does this. */
    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        if (isDone() || !isTaken.compareAndSet(false, true)) {
            return isCancelled();
        }
        request.cancel();
        if (isOver()) {
            finish();
        } else {
            isTaken.set(false);
            if (isOver()) { // and whoever was to be told may have found this taken
                done();
            }
        }
        return isCancelled();
    }

    private boolean isOver() {
        org.braid.mpi.p2p.Request r = request.request();
        return r == null || r.isDone();
    }
}
