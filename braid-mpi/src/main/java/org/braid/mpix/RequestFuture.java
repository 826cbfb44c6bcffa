package org.braid.mpix;

import java.util.concurrent.CompletableFuture;
import mpi.Request;
import mpi.Status;
import org.braid.mpi.completion.Completions;
import org.braid.mpi.completion.RequestHandle;
import org.braid.mpi.completion.Watched;
import org.braid.mpi.completion.WatchedRequests;
import org.braid.mpi.failure.ErrorClass;
import org.jspecify.annotations.Nullable;

/**
 * The future of one request. It is read once, when it is done, by the thread that is told, by one that cancels, or by one that waits: a thread in {@code join} waits for the request itself, and as long as it does, nobody else reads that, since a
 * request that was read is soon another one's.
 */
final class RequestFuture extends MpiFuture<Status> implements Watched {
    private final WatchedRequests watched;
    private final Request request;
    private boolean isRead; // these two are guarded by this
    private boolean isWaitedFor;

    RequestFuture(Completions completions, WatchedRequests watched, Request request) {
        super(completions, null);
        this.watched = watched;
        this.request = request;
    }

    /** Completes when the request does. */
    void begin() {
        if (!watched.add(this)) {
            done();
        }
    }

    @Override
    public RequestHandle handle() {
        return request;
    }

    @Override
    public void done() {
        if (isToBeRead()) {
            read();
        }
    }

    private synchronized boolean isToBeRead() {
        boolean isMine = !isRead && !isWaitedFor;
        isRead |= isMine;
        return isMine;
    }

    /** Of a request that is done, by the one thread that may. */
    private void read() {
        try {
            Status status = request.waitStatus();
            boolean ignored = status.isCancelled() ? super.cancel(false) : complete(status);
        } catch (RuntimeException | Error failed) {
            boolean ignored = completeExceptionally(failed);
        }
    }

    @Override
    public void abandoned() {
        if (isToBeRead()) {
            boolean ignored = completeExceptionally(Inside.failure(
                    ErrorClass.REQUEST, "the request of a future will never be done", "MPI.Finalize was called while it was pending", "Wait for futures, or cancel them, before MPI.Finalize"));
        }
    }

    /** {@inheritDoc} The first thread that waits does so for the request; others for this. */
    @Override
    void poll(long timeoutNs, boolean untilInterrupted) {
        org.braid.mpi.p2p.Request pending = pendingOfMine();
        if (pending == null) {
            pollForThis(timeoutNs, untilInterrupted);
            return;
        }
        boolean isOver = false;
        try {
            watched.remove(this);
            isOver = poll(pending, timeoutNs, untilInterrupted);
        } finally {
            synchronized (this) {
                isWaitedFor = false;
            }
            if (isOver) {
                done();
            } else {
                begin();
            }
        }
    }

    private synchronized org.braid.mpi.p2p.@Nullable Request pendingOfMine() {
        org.braid.mpi.p2p.Request pending = isRead || isWaitedFor ? null : request.request();
        isWaitedFor |= pending != null;
        return pending;
    }

    /** Takes a receive back that has met no message; else the communication goes on, and so does this. Whether a send could be taken back would be known too late for the answer. */
    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        boolean isOver;
        synchronized (this) {
            if (!isRead && !isSend()) {
                request.cancel();
            }
            isOver = isRead || isOver();
        }
        if (isOver) {
            done();
            CompletableFuture<Void> read = handle((status, failure) -> null);
            Void ignored = read.join(); // by whoever reads it at this moment
        }
        return isCancelled();
    }

    private boolean isSend() {
        org.braid.mpi.p2p.Request r = request.request();
        return r != null && (r.kind() == org.braid.mpi.p2p.Request.Kind.SEND || r.kind() == org.braid.mpi.p2p.Request.Kind.SYNCHRONOUS_SEND);
    }

    private boolean isOver() {
        org.braid.mpi.p2p.Request r = request.request();
        return r == null || r.isDone();
    }
}
