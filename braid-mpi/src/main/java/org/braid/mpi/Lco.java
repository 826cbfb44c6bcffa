package org.braid.mpi;

import org.braid.link.dispatch.Endpoint;
import org.braid.link.progress.Progress;
import org.braid.mpi.match.Arrived;
import org.braid.mpi.match.Matcher;
import org.braid.mpi.match.Posted;
import org.jspecify.annotations.Nullable;

/**
 * A local communicator object: a sequence of send slots and a number of receive slots, and the matching of what arrives there
 * (generalized-communicators, sections 3 and 5). An intracommunicator is a set of them, fully connected: send slot i leads to
 * rank i, and receive slot i is where rank i's messages arrive.
 *
 * <p>User memory is the pair (base, offset in bytes) of {@link org.braid.base.memory.Memory}. A type is a code from 1 to 255 that must
 * agree at both ends, 0 for bytes of unknown meaning. Collective traffic has a matching space of its own.
 *
 * <p>Blocking calls return when the buffer may be used again. Whoever gets a {@link Request} waits for it, {@linkplain
 * Request#check checks} it and {@linkplain Engine#release releases} it. Errors known at once are thrown as {@link MpiFailure}.
 */
public final class Lco extends LcoSlots implements AutoCloseable {
    private final Engine engine;
    private final Progress progress;
    private final Endpoint endpoint;
    private final LcoName name;
    private final Inbox inbox;

    // What is the engine's or the inbox's: one step less on the way of every message.
    private final Sending sending;
    private final RequestPool requests;
    private final Impairment impairment;
    private final Matcher messages;

    private final Probing probing;
    private final Agreement agreement = new Agreement(this);
    private boolean closed;

    Lco(Engine engine, int wellKnownEndpoint) {
        this.engine = engine;
        this.progress = engine.progress;
        this.sending = engine.sending;
        this.requests = engine.requests;
        this.impairment = engine.impairment;
        this.probing = new Probing(this, engine);
        this.inbox = new Inbox(engine.earlyCap);
        this.messages = inbox.messages;
        this.endpoint = wellKnownEndpoint == Engine.ANY
                ? engine.context.newEndpoint(this)
                : engine.context.newEndpoint(wellKnownEndpoint, this);
        this.name = new LcoName(engine.context.id(), endpoint.index(), endpoint.generation());
    }

    /** The name by which others connect send slots to this object (MPI_COMM_NAME). */
    public LcoName name() {
        return name;
    }

    public Engine engine() {
        return engine;
    }

    // ---- sending

    /** Standard send: returns when the buffer may be used again. A ready send is the same. Budget: one lane offer. */
    public void send(@Nullable Object base, long offset, long bytes, int type, int slot, int tag) {
        Request r = startSend(base, offset, bytes, type, slot, tag);
        if (r != sending.done) {
            engine.finish(r);
        }
    }

    /** Synchronous send: returns when a receive has met it. */
    public void ssend(@Nullable Object base, long offset, long bytes, int type, int slot, int tag) {
        Request r = issend(base, offset, bytes, type, slot, tag);
        if (r != sending.done) {
            engine.finish(r);
        }
    }

    /** Starts a standard (or ready) send. What it leaves unfinished goes on while the caller computes. */
    public Request isend(@Nullable Object base, long offset, long bytes, int type, int slot, int tag) {
        Request r = startSend(base, offset, bytes, type, slot, tag);
        if (r != sending.done) {
            progress.leaveBehind();
        }
        return r;
    }

    private Request startSend(@Nullable Object base, long offset, long bytes, int type, int slot, int tag) {
        if (tag < 0 || bytes < 0) {
            throw tag < 0 ? Failures.tag(tag, false) : Failures.bytes(bytes);
        }
        return slot == Engine.PROC_NULL
                ? sending.done
                : sending.start(slot(slot), base, offset, bytes, type, 0, tag);
    }

    /** Starts a synchronous send. */
    public Request issend(@Nullable Object base, long offset, long bytes, int type, int slot, int tag) {
        if (tag < 0 || bytes < 0) {
            throw tag < 0 ? Failures.tag(tag, false) : Failures.bytes(bytes);
        }
        return slot == Engine.PROC_NULL
                ? sending.done
                : sending.startSynchronous(slot(slot), base, offset, bytes, type, tag);
    }

    // ---- receiving

    /**
     * Receives: returns when the message is there, or has failed.
     *
     * @param capacityBytes room in the buffer
     * @param source a receive slot (rank), {@link Engine#ANY} or {@link Engine#PROC_NULL}
     * @param tag a tag or {@link Engine#ANY}
     */
    public Request recv(@Nullable Object base, long offset, long capacityBytes, int type, int source, int tag) {
        checkCapacity(capacityBytes);
        Request r = receive(base, offset, capacityBytes, type, source, tag, true);
        engine.await(r);
        return r;
    }

    /** Posts a receive. */
    public Request irecv(@Nullable Object base, long offset, long capacityBytes, int type, int source, int tag) {
        checkCapacity(capacityBytes);
        return receive(base, offset, capacityBytes, type, source, tag, false);
    }

    /** Posts a receive for a message of any length: {@link Request#base} is then a {@code byte[]} of that length. */
    public Request irecvWhole(int type, int source, int tag) {
        return receive(null, 0, Request.WHOLE, type, source, tag, false);
    }

    // ---- looking for messages

    /** Waits for a message and leaves it where it is; the result tells source, tag and bytes. */
    public Request probe(int source, int tag) {
        return probing.probe(source, tag);
    }

    /** Looks for a message and leaves it where it is; null if there is none. */
    public @Nullable Request iprobe(int source, int tag) {
        return probing.iprobe(source, tag);
    }

    /** Waits for a message and takes it out of matching (MPI_Mprobe). The source is a slot or {@link Engine#ANY}. */
    public MatchedMessage mprobe(int source, int tag) {
        return probing.mprobe(source, tag);
    }

    /** Looks for a message and takes it out of matching (MPI_Improbe); null if there is none. */
    public @Nullable MatchedMessage improbe(int source, int tag) {
        return probing.improbe(source, tag);
    }

    // ---- collective traffic

    /**
     * Starts a send in the collective matching space.
     *
     * @param signature what the sender believes is being called; a receiver that believes otherwise fails with both values
     */
    public Request collectiveSend(@Nullable Object base, long offset, long bytes, int slot, int tag, long signature) {
        return sending.start(slot(slot), base, offset, bytes, Envelope.collective(signature), (int) signature, tag);
    }

    /** Posts a receive in the collective matching space; source and tag are given. */
    public Request collectiveReceive(@Nullable Object base, long offset, long capacityBytes, int source, int tag, long signature) {
        if (source < 0 || source >= receiveSlots || tag < 0 || closing) {
            checkReceive(source, tag);
        }
        progress.enter();
        try {
            Request r = take(Request.Kind.COLLECTIVE_RECEIVE, base, offset, capacityBytes, 0, source, tag);
            r.signature = signature;
            Arrived early = inbox.collectives.post(r, source, tag);
            if (early != null) {
                engine.receiving.meet(r, (Early) early);
            }
            return r;
        } finally {
            progress.exit();
        }
    }

    /** Tells the object at a send slot what this one waits for; may be lost, never waits. */
    void inquire(int slot, int tag, long signature) {
        engine.inquiries.inquire(slot(slot), tag, signature);
    }

    /** Whether all members call the same collectives. */
    Agreement agreement() {
        return agreement;
    }

    // ---- the end

    /**
     * Frees the object (MPI_COMM_FREE): at once, or later if receives are still posted here. Messages that nobody has received are
     * dropped.
     */
    @Override
    public void close() {
        progress.enter();
        try {
            closeSlots();
            closeIfIdle();
        } finally {
            progress.exit();
        }
    }

    // ---- for the engine; the caller holds the token

    /** Makes this object rank {@code rank} of the intracommunicator of the objects with these names; it has as many receive slots then. */
    Lco join(int rank, LcoName[] names) {
        connect(rank, names);
        return this;
    }

    /** As {@link #join(int, LcoName[])}, with names that follow a rule. */
    Lco join(int rank, int size, SendSlots.Rule names) {
        connect(rank, size, names);
        return this;
    }

    Inbox inbox() {
        return inbox;
    }

    /** A message has come: the receive that it meets, in the space that its envelope names; null if there is none. */
    @Nullable Posted arrive(int word, int source, int tag) {
        return Envelope.isCollective(word) ? inbox.collectives.arrive(source, tag) : messages.arrive(source, tag);
    }

    boolean isClosed() {
        return closed;
    }

    /** Closes what was freed while receives were posted. */
    void closeIfIdle() {
        if (closing && inbox.isIdle()) {
            closeNow();
        }
    }

    void closeNow() {
        closeSlots();
        if (!closed) {
            closed = true;
            endpoint.close();
            engine.lcos.remove(this);
            inbox.drop(engine.receiving);
        }
    }

    // ---- inside

    private Request receive(
            @Nullable Object base, long offset, long capacityBytes, int type, int source, int tag, boolean wait) {
        if (source < 0 || source >= receiveSlots || tag < 0 || closing) {
            checkReceive(source, tag);
        }
        progress.enter();
        try {
            Request r = take(Request.Kind.RECEIVE, base, offset, capacityBytes, type, source, tag);
            if (source == Engine.PROC_NULL) {
                return fromNobody(r);
            }
            Arrived early = messages.post(r, source, tag);
            if (early != null) {
                engine.receiving.meet(r, (Early) early);
            } else if (wait && engine.mayPollInside()) {
                progress.awaitInside(r);
            }
            return r;
        } finally {
            progress.exit();
        }
    }

    Request take(Request.Kind kind, @Nullable Object base, long offset, long capacityBytes, int type, int source, int tag) {
        if (impairment.any()) {
            impairment.checkReceive(this, kind, source);
        }
        Request r = requests.take(kind);
        r.belongTo(this);
        r.expect(base, offset, capacityBytes, type, source, tag);
        return r;
    }

    private static void checkCapacity(long capacityBytes) {
        if (capacityBytes < 0) {
            throw Failures.bytes(capacityBytes);
        }
    }

    static Request fromNobody(Request r) {
        r.source = Engine.PROC_NULL;
        r.tag = Engine.ANY;
        r.bytes = 0;
        r.senderType = 0;
        r.complete();
        return r;
    }
}
