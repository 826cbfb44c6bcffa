package org.braid.mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import org.braid.base.BraidException;
import org.braid.base.os.DirectMemory;
import org.braid.base.wire.ContextId;
import org.braid.coll.agreement.Disagreement;
import org.braid.coll.select.ChoiceListener;
import org.braid.coll.select.Selection;
import org.braid.coll.topology.Topology;
import org.braid.link.Context;
import org.braid.link.progress.Progress;
import org.braid.mpi.coll.CollectiveRuns;
import org.braid.mpi.coll.SharedBoards;
import org.braid.mpi.completion.Completions;
import org.braid.mpi.completion.Machines;
import org.braid.mpi.completion.Serving;
import org.braid.mpi.completion.UnderWay;
import org.braid.mpi.completion.WatchedRequests;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.file.FileSystem;
import org.braid.mpi.file.disk.IoThreads;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.lco.Lcos;
import org.braid.mpi.lco.OwnWays;
import org.braid.mpi.liveness.Agreements;
import org.braid.mpi.liveness.Deadlocks;
import org.braid.mpi.liveness.Departed;
import org.braid.mpi.liveness.Departures;
import org.braid.mpi.liveness.FruitlessPolls;
import org.braid.mpi.liveness.Leave;
import org.braid.mpi.liveness.LockWaits;
import org.braid.mpi.liveness.Unfreed;
import org.braid.mpi.meeting.Meetings;
import org.braid.mpi.p2p.Acknowledgements;
import org.braid.mpi.p2p.EnqueueHandler;
import org.braid.mpi.p2p.Envelope;
import org.braid.mpi.p2p.Impairment;
import org.braid.mpi.p2p.Receiving;
import org.braid.mpi.p2p.RequestPool;
import org.braid.mpi.p2p.Sending;
import org.braid.mpi.reference.CountedLcos;
import org.braid.mpi.tool.ProcessState;
import org.braid.mpi.tool.ToolInformation;
import org.braid.mpi.window.Windows;
import org.jspecify.annotations.Nullable;

/**
 * An MPI process (MPI 4.1, section 2.7): MPI put on one context. Makes the parts, hands each the one or two that it works with, and gives the façade those that it calls.
 *
 * <p>Guarded by the context's token: requests, matchers and early messages. The one thing done without it is handing a short message to a lane.
 */
public final class MpiProcess implements AutoCloseable {
    private final Context context;
    private final Progress progress;
    final Receiving receiving;
    private final UnderWay underWay;
    private final Agreements agreements;
    private final Departures departures;
    private final Completions completions;
    private final Lcos objects;
    private final RequestPool requests;
    private final Deadlocks deadlocks;
    private final @Nullable Unfreed unfreed;
    private @Nullable FileSystem files;
    private @Nullable Windows windows;
    private @Nullable SharedBoards boards;
    private @Nullable CountedLcos counted;
    private @Nullable Meetings meetings;
    private @Nullable Serving serving;
    private @Nullable Machines machines;
    private @Nullable WatchedRequests watched;
    private @Nullable ToolInformation tools;
    private final AtomicReference<@Nullable ChoiceListener> choices = new AtomicReference<>();

    private MpiProcess(Context context, boolean threadMultiple, boolean remembersOrigins) {
        this.context = context;
        this.progress = context.progress();
        this.requests = new RequestPool();
        Impairment impairment = new Impairment(requests);
        this.receiving = new Receiving(requests, impairment, new Acknowledgements(context, requests));
        int enqueue = context.registerForOffers(Envelope.ENQUEUE, new EnqueueHandler(receiving));
        Sending sending = new Sending(context, requests, impairment, receiving, enqueue);
        this.underWay = new UnderWay(progress, threadMultiple);
        Leave leave = new Leave();
        this.agreements = new Agreements(context, requests, sending, leave);
        Departed departed = new Departed(context, agreements, threadMultiple);
        OwnWays ownWays = new OwnWays();
        this.deadlocks = new Deadlocks(context, requests, underWay, leave, departed, ownWays);
        this.departures = new Departures(context, requests, leave, departed, deadlocks, ownWays);
        this.completions = new Completions(progress, requests, sending, underWay, new FruitlessPolls(context, requests, underWay, departed, departures));
        this.unfreed = remembersOrigins ? new Unfreed(agreements, requests) : null;
        this.objects = new Lcos(context, completions, sending, receiving, unfreed == null ? agreements : unfreed, ownWays);
        context.newEndpoint(Envelope.PROCESS_ENDPOINT, this);
        context.onFailure(impairment);
    }

    /**
     * Puts MPI on a context.
     *
     * @param threadMultiple whether several threads may call at the same time; otherwise calls follow each other, from whatever thread
     */
    public static MpiProcess open(Context context, boolean threadMultiple) {
        return new MpiProcess(context, threadMultiple, false);
    }

    /** As {@link #open}, of a process that remembers where objects are made, so that {@link #unfreed} can tell. */
    public static MpiProcess openTraced(Context context, boolean threadMultiple) {
        return new MpiProcess(context, threadMultiple, true);
    }

    /** What the program has not freed, for people: a line for each; nothing unless the process was {@link #openTraced}. */
    public List<String> unfreed() {
        if (unfreed == null) {
            return List.of();
        }
        progress.enter();
        try {
            return unfreed.lines(objects.open());
        } finally {
            progress.exit();
        }
    }

    /** A handle that the program has to free was made; it has no object that says so. */
    public void made(Object handle) {
        Unfreed all = unfreed;
        if (all != null) {
            changeUnfreed(() -> all.made(handle));
        }
    }

    /** That handle was freed. */
    public void freed(Object handle) {
        Unfreed all = unfreed;
        if (all != null) {
            changeUnfreed(() -> all.freed(handle));
        }
    }

    private void changeUnfreed(Runnable change) {
        progress.enter();
        try {
            change.run();
        } finally {
            progress.exit();
        }
    }

    /** The context that MPI was put on. */
    public Context context() {
        return context;
    }

    /**
     * COMM_WORLD's object as seen from one rank. Nothing is done for the others until they are met.
     *
     * @param contexts names the process of each rank
     */
    public Lco world(int rank, int size, IntFunction<ContextId> contexts) {
        return objects.world(rank, size, contexts);
    }

    /** COMM_SELF's object: this process alone. */
    public Lco self() {
        return objects.self();
    }

    /**
     * The collectives of a communicator of this process.
     *
     * @param crowded whether some host has more ranks than cores; the same at every member
     * @param selection what chooses algorithms, the same at every member
     * @param topology who is near whom, the same at every member; null if nobody is nearer than others
     */
    public CollectiveRuns collectives(Lco comm, boolean crowded, Selection selection, @Nullable Topology topology) {
        return new CollectiveRuns(comm, agreements.at(comm), underWay, progress, crowded, selection, topology, choices);
    }

    /** Memory that members of communicators on this host share for short collectives; made at the first communicator that may have some. */
    public synchronized SharedBoards boards() {
        SharedBoards known = boards;
        if (known == null) {
            known = new SharedBoards(context, this::newByteBuffer);
            boards = known;
        }
        return known;
    }

    /**
     * Compares the last collective calls that went over shared memory, of which no message tells; once all ranks are in MPI.Finalize.
     *
     * @throws BraidException if some member of a communicator has made another call than this one
     */
    public void throwIfSharedCallsDiffer() {
        SharedBoards known;
        synchronized (this) {
            known = boards;
        }
        Disagreement found = known == null ? null : known.compareCalls();
        if (found != null) {
            throw found.error();
        }
    }

    /** How calls wait for requests. */
    public Completions completions() {
        return completions;
    }

    /** Who leaves MPI, this process and others. */
    public Departures departures() {
        return departures;
    }

    /** What files work with; made at the first one. */
    public synchronized FileSystem files() {
        FileSystem known = files;
        if (known == null) {
            known = new FileSystem(context, completions, underWay, this::newByteBuffer, new IoThreads());
            files = known;
        }
        return known;
    }

    /** Operations of several communications; made at the first one. */
    public synchronized Machines machines() {
        Machines known = machines;
        if (known == null) {
            known = new Machines(completions, underWay);
            machines = known;
        }
        return known;
    }

    /** Requests whose end is told; made at the first one. */
    public synchronized WatchedRequests watched() {
        WatchedRequests known = watched;
        if (known == null) {
            known = new WatchedRequests(completions, progress);
            watched = known;
        }
        return known;
    }

    /** This process has left MPI: whoever is still to be told of a request is told that, and threads that wait for messages wait for no more. */
    public void abandonWaiting() {
        WatchedRequests known;
        synchronized (this) {
            known = watched;
        }
        if (known != null) {
            known.abandon();
        }
        progress.enter();
        try {
            receiving.abandon();
        } finally {
            progress.exit();
        }
    }

    /** What tools may ask this process; made when the first one asks. */
    public synchronized ToolInformation tools() {
        ToolInformation known = tools;
        if (known == null) {
            known = new ToolInformation(new ProcessState(context, requests, objects, receiving), choices);
            tools = known;
        }
        return known;
    }

    /**
     * Rules for collectives that stand before Braid's own, as a tool has set them; null for none.
     *
     * @param given what the environment says, which counts until a tool looks
     */
    public synchronized @Nullable String collectiveRules(@Nullable String given) {
        return tools == null ? given : tools.collectiveRules();
    }

    /** The windows of this process, made when they are first asked for. */
    public synchronized Windows windows() {
        Windows known = windows;
        if (known == null) {
            known = new Windows(context, completions, underWay, serving(), new LockWaits(progress, deadlocks), this::newByteBuffer);
            windows = known;
        }
        return known;
    }

    /** From now on what was started goes on while the program computes, by the background thread. Only where several threads may call at the same time. */
    public synchronized void goOnWhileComputing() {
        if (!underWay.isThreadMultiple()) {
            throw new IllegalStateException("a second thread moves on what this process starts: open it for several");
        }
        context.onward(underWay);
        serving().begin();
    }

    private Serving serving() {
        Serving known = serving;
        if (known == null) {
            known = new Serving(context);
            serving = known;
        }
        return known;
    }

    /** Objects whose slots are counted, made when they are first asked for. */
    public synchronized CountedLcos counted() {
        CountedLcos known = counted;
        if (known == null) {
            known = new CountedLcos(context, objects, requests, serving());
            counted = known;
        }
        return known;
    }

    /** How processes of other jobs are met, made when it is first asked for. */
    public synchronized Meetings meetings() {
        Meetings known = meetings;
        if (known == null) {
            known = new Meetings(context, completions);
            meetings = known;
        }
        return known;
    }

    /** Whether processes of other jobs may have been met. */
    public synchronized boolean mayHaveMetOthers() {
        return meetings != null;
    }

    /** This process is in MPI.Finalize: waits until those of other jobs that it is connected with are there, too, or have ended. */
    public void leaveMeetings() {
        Meetings known;
        synchronized (this) {
            known = meetings;
        }
        if (known != null) {
            known.leave();
        }
    }

    /**
     * Frees the objects whose slots are counted: this process is about to leave MPI.
     *
     * @return what went wrong with one of them, if anything did
     */
    public @Nullable MpiFailure closeCounted() {
        CountedLcos known;
        synchronized (this) {
            known = counted;
        }
        return known == null ? null : known.closeAll();
    }

    /** Throws if an epoch of some window is open: this process must not leave MPI then. */
    public synchronized void throwIfInsideWindows() {
        if (windows != null) {
            windows.throwIfInside();
        }
    }

    /** Objects not yet freed; those that are well known count. */
    public int liveObjects() {
        return objects.live();
    }

    /**
     * A direct buffer in memory that peers on this host may map: large messages from and to it are copied once, without a system call. Where shared memory is full, or the buffer longer than those of shared memory, it is an
     * ordinary direct buffer, and messages take the longer way.
     *
     * @param bytes its capacity, in native byte order
     * @throws BraidException {@code BRD-1109} if there is no room for that either
     */
    public ByteBuffer newByteBuffer(int bytes) {
        try {
            return context.space().arena().newByteBuffer(bytes);
        } catch (BraidException fullOrTooLong) {
            return DirectMemory.buffer(bytes).order(ByteOrder.nativeOrder());
        }
    }

    @Override
    public void close() {
        progress.enter();
        try {
            objects.close();
            receiving.close();
        } finally {
            progress.exit();
        }
    }
}
