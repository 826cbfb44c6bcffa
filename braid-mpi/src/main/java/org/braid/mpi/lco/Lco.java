package org.braid.mpi.lco;

import org.braid.base.BraidException;
import org.braid.link.Context;
import org.braid.link.dispatch.Endpoint;
import org.braid.link.progress.Progress;
import org.braid.mpi.completion.Completions;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.match.Matcher;
import org.braid.mpi.p2p.CallWitness;
import org.braid.mpi.p2p.Early;
import org.braid.mpi.p2p.Envelope;
import org.braid.mpi.p2p.Inbox;
import org.braid.mpi.p2p.LcoName;
import org.braid.mpi.p2p.LcoSlots;
import org.braid.mpi.p2p.Receiving;
import org.braid.mpi.p2p.Referrers;
import org.braid.mpi.p2p.Refusals;
import org.braid.mpi.p2p.Request;
import org.braid.mpi.p2p.SendSlot;
import org.braid.mpi.p2p.SendSlots;
import org.braid.mpi.p2p.Sending;
import org.jspecify.annotations.Nullable;

/**
 * A local communicator object: a sequence of send slots and a number of receive slots, and the matching of what arrives there
 * (generalized-communicators, sections 3 and 5). An intracommunicator is a set of them, fully connected: send slot i leads to
 * rank i, and receive slot i is where rank i's messages arrive.
 *
 * <p>User memory is the pair (base, offset in bytes) of {@link org.braid.base.memory.Memory}. A type is a code from 1 to 255 that must
 * agree at both ends, 0 for bytes of unknown meaning. Collective traffic has a matching space of its own.
 *
 * <p>Blocking calls return when the buffer may be used again. A caller that gets a {@link Request} waits for it, {@linkplain
 * Request#check checks} it and {@linkplain Completions#release releases} it. Errors known at once are thrown as {@link org.braid.mpi.failure.MpiFailure}.
 */
public final class Lco extends LcoSlots implements AutoCloseable {
    private final Lcos siblings;
    private final Context context;
    private final Progress progress;
    private final Completions completions;
    private final Sending sending;
    private final Request done;
    private final Receiving receiving;
    private final Inbox inbox;
    private final Matcher messages; // the inbox's: one step less on the way of every message
    private final Endpoint endpoint;
    private final LcoName name;
    private final Probing probing;
    private @Nullable Runnable closing;
    private @Nullable MethodChoice methods; // made when somebody asks

    /** Made before the program asks for it, which does not see it yet. Guarded by the token. */
    boolean isAhead;

    /** @param wellKnownEndpoint an id that every process of the job knows, or {@link #ANY} */
    Lco(Lcos siblings, Context context, Completions completions, Sending sending, Receiving receiving, int wellKnownEndpoint) {
        this.siblings = siblings;
        this.context = context;
        this.progress = context.progress();
        this.completions = completions;
        this.sending = sending;
        this.done = sending.done();
        this.receiving = receiving;
        this.inbox = receiving.newInbox(this);
        this.messages = inbox.messages();
        this.endpoint = wellKnownEndpoint == ANY ? context.newEndpoint(inbox) : context.newEndpoint(wellKnownEndpoint, inbox);
        this.name = new LcoName(context.id(), endpoint.index(), endpoint.generation());
        this.probing = new Probing(inbox, progress, receiving, completions);
        sending.open(name, inbox);
    }

    /** The name by which others connect send slots to this object (MPI_COMM_NAME). */
    public LcoName name() {
        return name;
    }

    /** Waits for, tests and gives back what is started here; the same for all objects of a process. */
    public Completions completions() {
        return completions;
    }

    /** A further object of this process, without slots; nobody else takes part (MPI_COMM_CREATE_LOCAL; generalized-communicators, section 4). */
    public Lco newLco() {
        return siblings.newLco();
    }

    /** So many objects with so many receive slots each, which the program does not see before they are {@linkplain #handOut handed out}. */
    public Lco[] newLcosAhead(int many, int receiveSlots) {
        return siblings.newAhead(many, receiveSlots);
    }

    /** The program gets this object, which was made ahead. */
    public Lco handOut() {
        siblings.handOut(this);
        return this;
    }

    /** Appends receive slots (MPI_COMM_ADD_RECEIVE_SLOTS). */
    public void addReceiveSlots(int count) {
        inbox.addReceiveSlots(count);
    }

    /** Number of receive slots, each with an index from 0. */
    public int receiveSlots() {
        return inbox.receiveSlots();
    }

    // ---- sending

    /** Standard send: returns when the buffer may be used again. A ready send is the same. Budget: one lane offer. */
    public void send(@Nullable Object base, long offset, long bytes, int type, int slot, int tag) {
        checkMessage(bytes, tag);
        Request r = slot == PROC_NULL ? done : sending.startAndWait(slot(slot), base, offset, bytes, type, 0, tag);
        if (r != done) {
            completions.finish(r);
        }
    }

    /** Synchronous send: returns when a receive has met it. */
    public void ssend(@Nullable Object base, long offset, long bytes, int type, int slot, int tag) {
        Request r = issend(base, offset, bytes, type, slot, tag);
        if (r != done) {
            completions.finish(r);
        }
    }

    /** Starts a standard (or ready) send. What it leaves unfinished goes on while the caller computes. */
    public Request isend(@Nullable Object base, long offset, long bytes, int type, int slot, int tag) {
        checkMessage(bytes, tag);
        Request r = slot == PROC_NULL ? done : sending.startAndGoOn(slot(slot), base, offset, bytes, type, 0, tag);
        if (r != done) {
            progress.leaveBehind();
        }
        return r;
    }

    /**
     * As {@link #isend}, if the bytes are the caller's again when this returns.
     *
     * @return null if they would have to stay as they are until the request is done; nothing is sent then
     */
    public @Nullable Request isendAtOnce(@Nullable Object base, long offset, long bytes, int type, int slot, int tag) {
        checkMessage(bytes, tag);
        Request r = slot == PROC_NULL ? done : sending.startAtOnce(slot(slot), base, offset, bytes, type, tag);
        if (r != done && r != null) {
            progress.leaveBehind();
        }
        return r;
    }

    /**
     * Starts a standard send of a message that goes on elsewhere: its bytes say where. A receive that takes it for less, and whoever drops it, ends {@code answer}, which is cancelled then.
     *
     * @param answer a receive of this process, posted to hear from the receiving process how to go on
     */
    public Request isendHead(@Nullable Object base, long offset, long bytes, int type, int slot, int tag, Request answer) {
        checkMessage(bytes, tag);
        return sending.startHead(slot(slot), base, offset, bytes, type, tag, answer);
    }

    private void checkMessage(long bytes, int tag) {
        if (tag < 0 || bytes < 0) {
            throw tag < 0 ? Refusals.tag(place(), tag, false) : Refusals.bytes(bytes);
        }
    }

    /** Starts a synchronous send. */
    public Request issend(@Nullable Object base, long offset, long bytes, int type, int slot, int tag) {
        checkMessage(bytes, tag);
        return slot == PROC_NULL
                ? done
                : sending.startSynchronous(slot(slot), base, offset, bytes, type, tag);
    }

    /** Throws what a send to this slot, with this tag, would be refused for: for calls that do something else before. */
    public void checkSend(int slot, int tag) {
        checkMessage(0, tag);
        if (slot != PROC_NULL) {
            SendSlot ignored = slot(slot);
        }
    }

    // ---- receiving

    /** As {@link #checkSend}, of a receive. */
    public void checkReceive(int source, int tag) {
        inbox.checkReceive(source, tag);
    }

    /**
     * Receives: returns when the message is there, or has failed.
     *
     * @param capacityBytes room in the buffer
     * @param source a receive slot (rank), {@link #ANY} or {@link #PROC_NULL}
     * @param tag a tag or {@link #ANY}
     */
    public Request recv(@Nullable Object base, long offset, long capacityBytes, int type, int source, int tag) {
        checkCapacity(capacityBytes);
        Request r = receive(base, offset, capacityBytes, type, source, tag, true, null);
        completions.await(r);
        return r;
    }

    /** Posts a receive. */
    public Request irecv(@Nullable Object base, long offset, long capacityBytes, int type, int source, int tag) {
        checkCapacity(capacityBytes);
        return receive(base, offset, capacityBytes, type, source, tag, false, null);
    }

    /** Posts a receive for a message of any length: {@link Request#base} is then a {@code byte[]} of that length. */
    public Request irecvWhole(int type, int source, int tag) {
        return irecvWhole(type, source, tag, null);
    }

    /** As {@link #irecvWhole(int, int, int)}, with an {@linkplain Request#attachment attachment}, a {@link org.braid.mpi.p2p.HeadTaker} for one. */
    public Request irecvWhole(int type, int source, int tag, @Nullable Object attachment) {
        return receive(null, 0, Request.WHOLE, type, source, tag, false, attachment);
    }

    /** Whether it is the request of all sends that were done before their call returned: there is nothing to wait for, and nothing to give back. */
    public boolean isDoneAlways(Request r) {
        return r == done;
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

    /** Waits for a message and takes it out of matching (MPI_Mprobe). The source is a slot or {@link #ANY}. */
    public MatchedMessage mprobe(int source, int tag) {
        return probing.mprobe(source, tag, false);
    }

    /** As {@link #mprobe}, also where nobody sends any more: somebody may come. Ends when this is freed. */
    public MatchedMessage mprobePatiently(int source, int tag) {
        return probing.mprobe(source, tag, true);
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

    /** As {@link #collectiveSend}; null if nothing is sent yet, because as many long messages are under way as there may be: the caller looks whether to try again. */
    public @Nullable Request tryCollectiveSend(@Nullable Object base, long offset, long bytes, int slot, int tag, long signature) {
        return sending.tryStart(slot(slot), base, offset, bytes, Envelope.collective(signature), (int) signature, tag);
    }

    /** Posts a receive in the collective matching space; source and tag are given. */
    public Request collectiveReceive(@Nullable Object base, long offset, long capacityBytes, int source, int tag, long signature) {
        progress.enter();
        try {
            if (source < 0 || source >= inbox.receiveSlots() || tag < 0 || isClosing()) {
                inbox.checkReceive(source, tag);
            }
            return receiving.postCollective(inbox, base, offset, capacityBytes, source, tag, signature);
        } finally {
            progress.exit();
        }
    }

    /** As {@link #collectiveReceive}, once more, of one that has {@linkplain Request#hasLostMessage() lost its message}, and is given back. */
    public Request receiveAgain(Request r) {
        progress.enter();
        try {
            return receiving.postAgain(r);
        } finally {
            progress.exit();
        }
    }

    /** Why the process behind this slot, or {@link #ANY} of them, does not take part any more; null while it does, as far as this process has been told. */
    public @Nullable BraidException failureOf(int slot) {
        progress.enter();
        try {
            return receiving.failureOf(this, slot);
        } finally {
            progress.exit();
        }
    }

    // ---- the end

    /**
     * Frees the object (MPI_COMM_FREE): at once, or later if receives are still posted here, or when MPI ends if members may ask what this one has called off. Messages that nobody has received are
     * dropped.
     */
    @Override
    public void close() {
        Runnable more = closing;
        if (more != null) {
            more.run();
            return;
        }
        progress.enter();
        try {
            CallWitness witness = inbox.witness();
            if (witness != null && witness.hasToAnswer()) {
                siblings.keepToAnswer(this);
            } else {
                free();
            }
        } finally {
            progress.exit();
        }
    }

    /** Whether it was freed, so that no call on it succeeds any more. */
    public boolean isFreed() {
        progress.enter(); // whoever frees it has the token until all of it is freed
        try {
            return isClosing();
        } finally {
            progress.exit();
        }
    }

    // ---- for the layers around it; the caller holds the token

    /** Whoever {@linkplain #close closes} the object runs this, without the token, which ends with {@link #free}. */
    public void closesBy(Runnable more) {
        closing = more;
    }

    /** As {@link #close}, of this object alone, whatever hangs on it. */
    public void free() {
        closeSlots();
        closeIfIdle();
    }

    /** Deletes a receive slot: whoever waits there fails with that, and what has come there is dropped. */
    public void deleteReceiveSlot(int slot, MpiFailure toldReceivers) {
        inbox.deleteReceiveSlot(slot);
        receiving.closeSlot(inbox, slot);
        receiving.endReceives(inbox, slot, toldReceivers);
    }

    /** All receives and probes that wait here fail with that. */
    public void endReceives(MpiFailure told) {
        receiving.endReceives(inbox, ANY, told);
    }

    /** Makes this object rank {@code rank} of the intracommunicator of the objects with these names; it has as many receive slots then. */
    public Lco join(int rank, LcoName[] names) {
        connect(rank, names);
        inbox.setReceiveSlots(names.length);
        return this;
    }

    /** As {@link #join(int, LcoName[])}, with the rank that this process has in {@code original}, of an object of each of its members: those with these {@linkplain LcoName#object numbers}. */
    public Lco joinBeside(Lco original, long[] objects) {
        connect(original.rank(), original, objects);
        inbox.setReceiveSlots(objects.length);
        return this;
    }

    /** As {@link #join(int, LcoName[])}, with names that follow a rule. */
    public Lco join(int rank, int size, SendSlots.Rule names) {
        connect(rank, size, names);
        inbox.setReceiveSlots(size);
        return this;
    }

    /** Connects this object, which has rank {@code rank} in its own group, with those of another group by these names; it has as many receive slots then. */
    public Lco joinAcross(int rank, LcoName[] names) {
        connectAcross(rank, names);
        inbox.setReceiveSlots(names.length);
        return this;
    }

    /** What arrives here and what waits for it; guarded by the token. */
    public Inbox inbox() {
        return inbox;
    }

    /** Closes what was freed while receives were posted. */
    void closeIfIdle() {
        if (isClosing() && inbox.isIdle()) {
            closeNow();
        } else if (isClosing()) {
            siblings.closeLater(this);
        }
    }

    void closeNow() {
        closeSlots();
        if (!inbox.isClosed()) {
            MethodChoice chosen = methods;
            if (chosen != null) {
                chosen.leave();
            }
            sending.close(name);
            siblings.remove(this);
            receiving.closeInbox(inbox);
            Referrers referrers = inbox.referrers();
            if (referrers == null) {
                endpoint.close();
            } else {
                referrers.closed(endpoint);
            }
        }
    }

    // ---- methods

    /** By which methods what this object sends travels, where the program has a word in it. */
    public synchronized MethodChoice methods() {
        MethodChoice known = methods;
        if (known == null) {
            known = new MethodChoice(this, this::go, context, siblings, sending);
            methods = known;
        }
        return known;
    }

    // ---- inside

    private Request receive(
            @Nullable Object base, long offset, long capacityBytes, int type, int source, int tag, boolean wait, @Nullable Object attachment) {
        progress.enter();
        try {
            if (source < 0 || source >= inbox.receiveSlots() || tag < 0 || isClosing() || inbox.isGuarded(source)) {
                inbox.checkReceive(source, tag); // with the token: what is posted behind the end of the object would wait for ever
            }
            Request r = receiving.take(Request.Kind.RECEIVE, inbox, base, offset, capacityBytes, type, source, tag);
            if (attachment != null) {
                r.attach(attachment); // what meets it at once looks there
            }
            if (source == PROC_NULL) {
                r.completeFromNobody();
                return r;
            }
            Early early = (Early) messages.post(r, source, tag);
            if (early != null) {
                receiving.meet(r, early);
            } else if (probing.endsInVain(r)) {
                return r;
            } else if (wait && completions.mayPollInside()) {
                progress.awaitInside(r);
            }
            return r;
        } finally {
            progress.exit();
        }
    }

    private static void checkCapacity(long capacityBytes) {
        if (capacityBytes < 0) {
            throw Refusals.bytes(capacityBytes);
        }
    }
}
