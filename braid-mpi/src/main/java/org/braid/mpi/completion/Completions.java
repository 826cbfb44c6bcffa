package org.braid.mpi.completion;

import java.lang.foreign.MemorySegment;
import org.braid.link.progress.Completion;
import org.braid.link.progress.Progress;
import org.braid.link.region.Confined;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.p2p.Inbox;
import org.braid.mpi.p2p.Request;
import org.braid.mpi.p2p.RequestPool;
import org.braid.mpi.p2p.Sending;
import org.jspecify.annotations.Nullable;

/**
 * Waiting for one request, looking at it, and giving it back. Results and errors are in the request.
 *
 * <p>In a job that is not thread-multiple there is one MPI thread, and what only MPI threads touch needs no token.
 */
public final class Completions {
    /** Of the longest heap that the process may have. */
    private static final int SHARE_OF_COPIES = 8;

    private final Progress progress;
    private final RequestPool requests;
    private final Sending sending;
    private final Request done;
    private final UnderWay underWay;
    private final PollListener polls;
    private final boolean threadMultiple;
    private @Nullable SendCopies copies; // made at the first one

    /** For requests of this pool, some of which stand for what is {@code sending}; every wait moves on what is {@code underWay}, and {@code polls} is told of looks that find nothing. */
    public Completions(Progress progress, RequestPool requests, Sending sending, UnderWay underWay, PollListener polls) {
        this.progress = progress;
        this.requests = requests;
        this.sending = sending;
        this.done = requests.done();
        this.underWay = underWay;
        this.polls = polls;
        this.threadMultiple = underWay.isThreadMultiple();
    }

    /** Waits until the request is done. */
    public void await(Request r) {
        if (!r.isDone()) {
            await(r, Long.MAX_VALUE);
        }
    }

    /** Waits for at most {@code timeoutNs}, and meanwhile moves on what was started; true if {@code c} is done, false if the time is over. */
    public boolean await(Completion c, long timeoutNs) {
        return underWay.none() ? progress.await(c, timeoutNs) : underWay.await(c, timeoutNs);
    }

    /** One look at what has come; true if the request is done. One that is in vain counts as pending while the program has other things to do. */
    public boolean test(Request r) {
        if (!isToBeSeen(r)) {
            poll();
            return isToBeSeen(r) || polls.at(r);
        }
        return true;
    }

    private static boolean isToBeSeen(Request r) {
        return r.isDone() && !r.isInVain();
    }

    /** One turn of progress, unless another thread is at it. */
    public void poll() {
        if (progress.tryEnter()) {
            try {
                progress.poll();
            } finally {
                progress.exit();
            }
        } else if (progress.isMine()) {
            return; // in a handler, which may look, and must not do what may wait for the token that its thread has
        }
        if (!underWay.none()) {
            underWay.advance();
        }
    }

    /**
     * One turn of progress has brought no message from this source.
     *
     * @throws MpiFailure if none can come, and this process does nothing but look
     */
    public void foundNoMessage(Inbox at, int source) {
        polls.forMessage(at, source);
    }

    /**
     * Carries out what waits in the calling thread and uses memory that no other thread may touch ({@code Arena.ofConfined}): none brings anything meanwhile on behalf of nobody. A virtual thread leaves polling to others: for it there
     * is no such call.
     */
    public void inMemoryOfOneThread(Runnable call) {
        if (Thread.currentThread().isVirtual()) {
            call.run();
            return;
        }
        progress.alone();
        try {
            call.run();
        } finally {
            progress.together();
        }
    }

    /** Whether it is memory that no other thread than one may touch. */
    public static boolean isOfOneThread(@Nullable Object base) {
        return base instanceof MemorySegment && Confined.is(base);
    }

    /** Waits for a request, checks it and gives it back. */
    public void finish(Request r) {
        await(r);
        MpiFailure failure = r.error();
        release(r);
        if (failure != null) {
            throw failure;
        }
    }

    /** Gives a finished request back. Its results are gone after that. */
    public void release(Request r) {
        if (r == done) {
            return;
        }
        if (!threadMultiple) {
            requests.give(r);
            return;
        }
        progress.enter();
        try {
            requests.give(r);
        } finally {
            progress.exit();
        }
    }

    /** Copies from which started sends leave. */
    public synchronized SendCopies copies() {
        SendCopies known = copies;
        if (known == null) {
            known = new SendCopies(progress, Runtime.getRuntime().maxMemory() / SHARE_OF_COPIES);
            copies = known;
        }
        return known;
    }

    /** Whether it is the request of all sends that were done at once: nobody has to watch it. */
    boolean isDoneAlways(Request r) {
        return r == done;
    }

    /** As {@link #release}; the caller holds the token. */
    void giveBack(Request r) {
        if (r != done) {
            requests.give(r);
        }
    }

    /** MPI_Request_free: nobody will ask for the result; the communication goes on. */
    public void releaseWhenDone(Request r) {
        if (r == done) {
            return;
        }
        progress.enter();
        try {
            requests.giveWhenDone(r);
        } finally {
            progress.exit();
        }
    }

    /** MPI_Cancel: a receive is cancelled, as by {@link #cancel}, and a send is cancelled and done when its receiver has said that no receive has met the message (MPI 4.1, section 3.8.4). */
    public void takeBack(Request r) {
        if (r.kind() != Request.Kind.SEND && r.kind() != Request.Kind.SYNCHRONOUS_SEND) {
            cancel(r);
            return;
        }
        progress.enter();
        try {
            if (!r.isDone()) {
                sending.withdraw(r);
            }
        } finally {
            progress.exit();
        }
    }

    /** A receive that has met no message, and never will perhaps, is cancelled and done; a send goes on. */
    public void cancel(Request r) {
        progress.enter();
        try {
            cancelInside(r);
        } finally {
            progress.exit();
        }
    }

    private static void cancelInside(Request r) {
        Inbox at = r.inbox();
        if (r.isInVain()) {
            r.reset();
            r.cancel();
        } else if (at != null && !r.isDone() && at.takeBack(r)) {
            r.cancel();
        }
    }

    /** As {@link #cancel}, of a call that has failed: nobody will ask for the result, and a send goes on no more, whose memory may change from here on. */
    public void abandon(Request r) {
        progress.enter();
        try {
            cancelInside(r);
            if (!r.isDone() && r.kind() == Request.Kind.SEND) {
                sending.recall(r);
            }
            requests.giveWhenDone(r);
        } finally {
            progress.exit();
        }
    }

    /** A request that stands for a collective call; {@link #end} completes it. */
    public Request begin() {
        progress.enter();
        try {
            return requests.take(Request.Kind.COLLECTIVE);
        } finally {
            progress.exit();
        }
    }

    /** The collective call is over; it has failed if {@code failure} is not null. */
    public void end(Request collective, @Nullable MpiFailure failure) {
        progress.enter();
        try {
            if (failure == null) {
                collective.complete();
            } else {
                collective.fail(failure);
            }
        } finally {
            progress.exit();
        }
    }

    /** Completes what threads of this process wait for and no message brings. */
    public void complete(Completion awaited) {
        progress.enter();
        try {
            awaited.complete();
        } finally {
            progress.exit();
        }
    }

    /** Whether the calling thread may poll inside a call that holds the token. Only platform threads do; a virtual thread parks and leaves the token to others. Nor does a thread that has calls to move on. */
    public boolean mayPollInside() {
        return (!threadMultiple || !Thread.currentThread().isVirtual()) && underWay.none();
    }

    /** Requests not yet given back: 0 when everything was waited for. */
    public int liveRequests() {
        return requests.live();
    }

    /** The same for several requests at once. */
    public MultipleCompletions several() {
        return new MultipleCompletions(this, progress, polls);
    }
}
