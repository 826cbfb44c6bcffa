package org.braid.mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.braid.base.BraidException;
import org.braid.base.wire.ContextId;
import org.braid.coll.engine.Disagreement;
import org.braid.link.Context;
import org.braid.link.progress.Completion;
import org.braid.link.progress.Progress;
import org.braid.mpi.match.EnvelopeCap;
import org.jspecify.annotations.Nullable;

/**
 * MPI over one context: its local communicator objects, its requests, its handlers.
 *
 * <p>Guarded by the context's token: requests, matchers and early messages. The one thing done without it is handing a short message to a lane. In a job that is not thread-multiple
 * there is one MPI thread, and what only MPI threads touch needs no token.
 */
public final class Engine implements AutoCloseable {
    /** In place of a source or tag of a receive: any. */
    public static final int ANY = -1;

    /** In place of a rank: nobody. Sends vanish, receives complete at once with no data. */
    public static final int PROC_NULL = -2;

    static final int WORLD_ENDPOINT = 1;
    static final int SELF_ENDPOINT = 2;

    /** The endpoint at which a context's engine itself is addressed. */
    static final int ENGINE_ENDPOINT = 3;

    /** What an unexpected message costs while it waits, about; the cap keeps all of them within an eighth of the heap. */
    private static final int EARLY_BYTES = 256;

    private static final int MOST_EARLY = 1 << 20;

    final Context context;
    final Progress progress;
    final boolean threadMultiple;
    final EnvelopeCap earlyCap = new EnvelopeCap((int) Math.min(MOST_EARLY, Runtime.getRuntime().maxMemory() / 8 / EARLY_BYTES));
    final RequestPool requests = new RequestPool();
    final Receiving receiving = new Receiving(this);
    final Sending sending;
    final List<Lco> lcos = new ArrayList<>();
    final Impairment impairment = new Impairment(requests);
    final Acknowledgements acknowledgements;
    final Inquiries inquiries;
    final CollectivesUnderWay underWay;
    final Leave leave = new Leave();
    final Departed departed = new Departed(this);
    final Departures departures;
    final Deadlocks deadlocks;
    final VainLooks vainLooks = new VainLooks(this);

    private Engine(Context context, boolean threadMultiple) {
        this.context = context;
        this.progress = context.progress();
        this.threadMultiple = threadMultiple;
        this.sending = new Sending(this, context.registerForOffers(Envelope.ENQUEUE, new EnqueueHandler(this)));
        this.acknowledgements = new Acknowledgements(context, requests);
        this.inquiries = new Inquiries(context, sending);
        this.underWay = new CollectivesUnderWay(progress, threadMultiple);
        this.deadlocks = new Deadlocks(this);
        this.departures = new Departures(this);
        context.newEndpoint(ENGINE_ENDPOINT, this);
        context.onFailure(impairment);
    }

    /**
     * Puts MPI on a context.
     *
     * @param threadMultiple whether several threads may call at the same time; otherwise calls follow each other, from whatever thread
     */
    public static Engine open(Context context, boolean threadMultiple) {
        return new Engine(context, threadMultiple);
    }

    /** The context that MPI was put on. */
    public Context context() {
        return context;
    }

    /**
     * A direct buffer in memory that peers on this host may map: large messages from and to it are copied once, without a system call. Where shared memory is full it is an ordinary
     * direct buffer, and messages take the longer way.
     */
    public ByteBuffer newByteBuffer(int bytes) {
        try {
            return context.space().arena().newByteBuffer(bytes);
        } catch (BraidException full) {
            return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
        }
    }

    /** A local communicator object without slots (MPI_COMM_CREATE_LOCAL; generalized-communicators, section 4). Nobody else takes part. */
    public Lco newLco() {
        return newLco(ANY);
    }

    /**
     * COMM_WORLD as seen from one rank: the object that is well known in every process of the job. Nothing is done for the others until they are met.
     *
     * @param contexts names the process of each rank
     */
    public Lco world(int rank, int size, IntFunction<ContextId> contexts) {
        return newLco(WORLD_ENDPOINT).join(rank, size, new WorldNames(contexts));
    }

    /** COMM_SELF: this process alone. */
    public Lco self() {
        Lco self = newLco(SELF_ENDPOINT);
        return self.join(0, new LcoName[] {self.name()});
    }

    /** As {@link #newLco()}, with an id that every process of the job knows. */
    Lco newLco(int wellKnownEndpoint) {
        progress.enter();
        try {
            for (Lco freed : List.copyOf(lcos)) {
                freed.closeIfIdle();
            }
            Lco lco = new Lco(this, wellKnownEndpoint);
            lcos.add(lco);
            return lco;
        } finally {
            progress.exit();
        }
    }

    /** Waits until the request is done. Results and errors are in the request. */
    public void await(Request r) {
        if (!r.isDone()) {
            await(r, Long.MAX_VALUE);
        }
    }

    /** Waits, and meanwhile moves collectives on that were started; true if {@code c} is done, false if the time is over. */
    boolean await(Completion c, long timeoutNs) {
        return underWay.none() ? progress.await(c, timeoutNs) : underWay.await(c, timeoutNs);
    }

    /** One look at what has come; true if the request is done. One that is in vain counts as pending while the program has other things to do. */
    public boolean test(Request r) {
        if (!isToBeSeen(r)) {
            poll();
            return isToBeSeen(r) || vainLooks.at(r);
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

    /** Gives a finished request back. Its results are gone after that. */
    public void release(Request r) {
        if (r == sending.done) {
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

    /** As {@link #release}; the caller holds the token. */
    void giveBack(Request r) {
        if (r != sending.done) {
            requests.give(r);
        }
    }

    /** MPI_Request_free: nobody will ask for the result; the communication goes on. */
    public void releaseWhenDone(Request r) {
        if (r == sending.done) {
            return;
        }
        progress.enter();
        try {
            requests.giveWhenDone(r);
        } finally {
            progress.exit();
        }
    }

    /** MPI_Cancel: a receive that has met no message, and never will perhaps, is cancelled and done. Sends are not cancelled, as MPI allows. */
    public void cancel(Request r) {
        progress.enter();
        try {
            Lco lco = r.lco;
            if (r.isInVain()) {
                r.reset();
                r.cancel();
            } else if (lco != null && !r.isDone() && lco.inbox().takeBack(r)) {
                r.cancel();
            }
        } finally {
            progress.exit();
        }
    }

    /** Requests not yet given back: 0 when everything was waited for. */
    public int liveRequests() {
        return requests.live();
    }

    /** Objects not yet freed; those that are well known count. */
    public int liveObjects() {
        return lcos.size();
    }

    @Override
    public void close() {
        progress.enter();
        try {
            for (Lco lco : List.copyOf(lcos)) {
                lco.closeNow();
            }
            receiving.close();
        } finally {
            progress.exit();
        }
    }

    /** The LCO of this context with that name, or null if it was freed. */
    @Nullable Lco local(LcoName name) {
        for (int i = 0; i < lcos.size(); i++) { // no iterator: on the way of every message to oneself
            Lco lco = lcos.get(i);
            if (lco.name().equals(name)) {
                return lco;
            }
        }
        return null;
    }

    /** Notes that the cap on early messages was met. */
    MpiFailure exhausted() {
        return impairment.lost(Failures.exhausted(earlyCap.limit()));
    }

    /** This process takes leave (MPI_Finalize), with a call on this object: until it is back, it makes no collective call on any other. Null: it is back. */
    public void leaveBy(@Nullable Lco world) {
        progress.enter();
        try {
            if (world != null) {
                leave.begin(world);
            } else {
                leave.over();
                departures.forget();
                deadlocks.forget();
            }
        } finally {
            progress.exit();
        }
    }

    /** The leave that {@link #leaveBy} began has failed: this process stays, and what it knows of others stays. */
    public void stay() {
        progress.enter();
        try {
            leave.undo();
        } finally {
            progress.exit();
        }
    }

    /** Compares the calls behind collective messages that came, on whatever communicator, before this rank's own call and met no receive of it; a disagreement that nobody knew, or null. */
    @Nullable Disagreement compareEarlyCalls() {
        Disagreement unnoticed = null;
        progress.enter();
        try {
            for (Lco lco : lcos) {
                Disagreement found = lco.agreement().compareEarly();
                unnoticed = unnoticed == null ? found : unnoticed;
            }
        } finally {
            progress.exit();
        }
        return unnoticed;
    }

    /** Who is asked first whether a rank has left MPI; its answer comes to {@link #hasLeft(ContextId, int, boolean)}. Without one the ranks are asked themselves. */
    public void askFirst(LeaveRegister register) {
        departures.askFirst(register);
    }

    /** The register knows that a rank has left. Any thread; does not wait. */
    public void hasLeft(ContextId rank, int askerLeft, boolean answersItself) {
        progress.enter();
        try {
            departures.heard(rank, askerLeft, answersItself);
        } finally {
            progress.exit();
        }
    }

    /** A request that stands for a collective call. */
    Request takeForCollective() {
        progress.enter();
        try {
            return requests.take(Request.Kind.COLLECTIVE);
        } finally {
            progress.exit();
        }
    }

    /** The collective call is over. */
    void end(Request collective, @Nullable MpiFailure failure) {
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

    /** Only platform threads poll and block; a virtual thread parks and leaves the token to others. Nor does who has collectives to move on. */
    boolean mayPollInside() {
        return (!threadMultiple || !Thread.currentThread().isVirtual()) && underWay.none();
    }

    /** Waits for a request, checks it and gives it back. */
    void finish(Request r) {
        await(r);
        MpiFailure failure = r.error();
        release(r);
        if (failure != null) {
            throw failure;
        }
    }

    /** The well-known object of each rank's process. Written out, for a lambda's machinery would cost milliseconds before the first message. */
    private record WorldNames(IntFunction<ContextId> contexts) implements SendSlots.Rule {
        @Override
        public LcoName nameOf(int slot) {
            return new LcoName(contexts.apply(slot), WORLD_ENDPOINT, 0);
        }
    }
}
