package org.braid.mpix;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;
import org.braid.mpi.MpiProcess;
import org.braid.mpi.failure.ErrorClass;

/**
 * Requests as {@link java.util.concurrent.CompletionStage}s, whatever started them: messages, collectives, files, persistent and generalized requests.
 *
 * <pre>
 *   Futures.of(comm.iRecv(block, n, MPI.DOUBLE, source, tag))
 *       .thenApply(status -&gt; sum(block))
 *       .thenAccept(sum -&gt; …);
 * </pre>
 *
 * <p><b>Who completes it.</b> Whoever makes progress: a call of MPI that waits, {@code join} and {@code get} of such a future and of all that is derived from it, and while nobody calls MPI, a thread of Braid's within about a millisecond, also without
 * {@code BRAID_PROGRESS=background}. Pending futures share one virtual thread, and need none of their own.
 *
 * <p><b>In which thread.</b> What depends on a future runs in a virtual thread that is begun when the request is done, in a thread that waits for it at that moment, or in the thread that adds it to a future that is complete. It may call MPI and wait for other futures.
 *
 * <p><b>The request</b> is the future's: it is not to be waited for, tested or freed besides. A persistent one may be started anew, with a future anew, once the last one is complete.
 */
public final class Futures {
    private Futures() {}

    /**
     * A future that completes with the request's status, or exceptionally with the {@link MPIException} that a wait would throw: if a rank has died, for instance, or left MPI. One that is pending when {@code MPI.Finalize} has been called by all completes
     * exceptionally, too (ERR_REQUEST). A null request counts as done.
     *
     * <p>{@code cancel} takes a receive back that has met no message; other requests go on, with their memory, and it answers false. {@code orTimeout} takes nothing back: the memory stays in use.
     *
     * @throws MPIException ERR_REQUEST if the argument is null; ERR_OTHER in a program that did not ask for MPI.THREAD_MULTIPLE
     */
    public static CompletableFuture<Status> of(Request request) {
        checkThreads();
        return watched(given(request));
    }

    /**
     * Completes with the statuses of all, in their order, once all are done; exceptionally if one of them has failed.
     *
     * @throws MPIException as {@link #of}, before any of them is touched
     */
    public static CompletableFuture<List<Status>> all(Request... requests) {
        checkThreads();
        if (requests == null) {
            throw noRequest();
        }
        for (Request request : requests) {
            Request ignored = given(request);
        }
        MpiFuture<List<Status>> whole = new MpiFuture<>(Inside.mpi().completions(), null);
        List<CompletableFuture<Status>> parts = new ArrayList<>();
        for (Request request : requests) {
            parts.add(watched(request));
        }
        CompletableFuture<Void> ignored = CompletableFuture.allOf(parts.toArray(new CompletableFuture<?>[0])).whenComplete((none, failure) -> {
            boolean first = failure == null
                    ? whole.complete(parts.stream().map(CompletableFuture::join).toList())
                    : whole.completeExceptionally(failure.getCause() == null ? failure : failure.getCause());
        });
        return whole;
    }

    /** A future that the program completes itself, and whose {@code join} and {@code get} make progress as those of the others do. */
    public static <T> CompletableFuture<T> incomplete() {
        return new MpiFuture<>(Inside.mpi().completions(), null);
    }

    private static RequestFuture watched(Request request) {
        MpiProcess here = Inside.mpi();
        RequestFuture future = new RequestFuture(here.completions(), here.watched(), request);
        future.begin();
        return future;
    }

    private static Request given(Request request) {
        if (request == null) {
            throw noRequest();
        }
        return request;
    }

    private static MPIException noRequest() {
        return Inside.failure(ErrorClass.REQUEST, "no future can be made", "the request is null", "Give a request that was started; MPI.REQUEST_NULL is done");
    }

    private static void checkThreads() {
        if (MPI.queryThread() != MPI.THREAD_MULTIPLE) {
            throw Inside.failure(ErrorClass.OTHER, "no future can be made", "the program has promised by InitThread to call MPI from one thread, and futures are completed by others", "Begin with MPI.Init, or ask for MPI.THREAD_MULTIPLE");
        }
    }
}
