package org.braid.mpi.p2p;

import java.util.Arrays;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.jspecify.annotations.Nullable;

/**
 * The requests of one process, by index. Grows by doubling up to a limit, never shrinks, and after that allocates nothing.
 *
 * <p>Guarded by the context's token; in a job that is not thread-multiple only the one MPI thread takes and gives back, so giving back needs no token there.
 */
public final class RequestPool {
    /** As many as an index in a message can name. */
    static final int INDEX_BITS = 20;

    private static final int FIRST = 64;
    private static final int LIMIT = 1 << INDEX_BITS;

    private final Request done = new Request(-1);
    private Request[] all = new Request[0];
    private Request[] free = new Request[0];
    private int freeCount;
    private int detached;

    /** An empty pool. */
    public RequestPool() {
        done.complete();
    }

    /** The request of every non-blocking send that was done before its call returned; never in the pool, always done. */
    public Request done() {
        return done;
    }

    /**
     * A request that is in use from now on.
     *
     * @throws MpiFailure if as many are in use as a process may have
     */
    public Request take(Request.Kind kind) {
        if (freeCount == 0) {
            refill();
        }
        return free[--freeCount].claim(kind);
    }

    /** Takes a request back; its results are gone. */
    public void give(Request request) {
        request.retire();
        free[freeCount++] = request;
    }

    /** Gives the request back when it is done, without anybody asking. */
    public void giveWhenDone(Request request) {
        if (request.isDone()) {
            give(request);
        } else {
            request.detach();
            detached++;
        }
    }

    /** The request with this index, or null if a message names one that was never made. */
    public @Nullable Request at(int index) {
        return index >= 0 && index < all.length ? all[index] : null;
    }

    /** Requests made so far, in use or not. */
    public int size() {
        return all.length;
    }

    /** Requests in use. */
    public int live() {
        return all.length - freeCount;
    }

    /** How many have been given back so far. Looks at all: a count would cost each message a store. */
    public long given() {
        long sum = 0;
        for (Request r : all) {
            sum += r.generation();
        }
        return sum;
    }

    private void refill() {
        collectDetached();
        if (freeCount == 0) {
            grow();
        }
    }

    private void collectDetached() {
        for (int i = 0; i < all.length && detached > 0; i++) {
            Request r = all[i];
            if (r.isLive() && r.isDetached() && r.isDone()) {
                give(r);
                detached--;
            }
        }
    }

    private void grow() {
        int old = all.length;
        if (old == LIMIT) {
            throw new MpiFailure(
                    ErrorClass.NO_MEMORY,
                    "No more communication can be started",
                    LIMIT + " requests of this process are pending or were never waited for",
                    "Wait for requests, test them, or free them");
        }
        int size = Math.max(FIRST, old * 2);
        all = Arrays.copyOf(all, size);
        free = new Request[size];
        for (int i = size - 1; i >= old; i--) {
            all[i] = new Request(i);
            free[freeCount++] = all[i];
        }
    }
}
