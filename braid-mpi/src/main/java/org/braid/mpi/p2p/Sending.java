package org.braid.mpi.p2p;

import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import java.util.Objects;
import org.braid.base.BraidException;
import org.braid.base.memory.Memory;
import org.braid.base.memory.spi.Scattered;
import org.braid.link.Context;
import org.braid.link.Startpoint;
import org.braid.link.progress.Progress;
import org.braid.link.region.Confined;
import org.braid.link.spi.Lane;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.match.Posted;
import org.jspecify.annotations.Nullable;

/**
 * How a message leaves: short ones are handed to the lane at once, without the token, a request or an allocation; the link layer offers the others to the receiver while their bytes
 * stay with us. Messages to an LCO of this context meet their receives here.
 */
public final class Sending {
    /** Of messages up to so many bytes that have to wait, and whose sender does not, a copy waits. */
    static final int LONGEST_COPY_BYTES = 4 << 10;

    /** Where more communications than that are under way, none is copied any more: a program that starts so many must not be ended by copies. */
    private static final int MOST_COPIES = 1 << 10;

    /** A sender that looks does so as often as one that waits for room. */
    private static final long ROOM_NS = 20_000_000;

    /** What whoever sends does until the bytes are free. */
    private enum Sender {
        /** Computes. */
        GOES_ON,
        /** Waits for this and for others, of whose end it must hear while there is no room. */
        STAYS,
        /** Likewise, and comes back to look where as many long messages are under way as there may be. */
        LOOKS,
        /** Waits for this one, and can push meanwhile. */
        WAITS
    }

    private final Context context;
    private final Progress progress;
    private final RequestPool requests;
    private final Request done;
    private final Request later = new Request(-1); // stands for a send that has not begun
    private final Impairment impairment;
    private final Receiving receiving;
    private final Inboxes local = new Inboxes();
    private final MemorySegment oneByte = MemorySegment.ofArray(new byte[1]);
    private final int enqueue;

    /**
     * Sends from {@code context}.
     *
     * @param receiving gets what this process sends to itself
     * @param enqueue the handler that enqueues at a receive slot
     */
    public Sending(Context context, RequestPool requests, Impairment impairment, Receiving receiving, int enqueue) {
        this.context = context;
        this.progress = context.progress();
        this.requests = requests;
        this.done = requests.done();
        this.impairment = impairment;
        this.receiving = receiving;
        this.enqueue = enqueue;
    }

    /** From now on messages of this process to the object of that name go straight into its inbox. */
    public void open(LcoName name, Inbox inbox) {
        local.add(name, inbox);
    }

    /** The object of that name has gone. */
    public void close(LcoName name) {
        local.remove(name);
    }

    /** The request of every send that was done before its call returned. */
    public Request done() {
        return done;
    }

    /** Standard send, for a sender that waits for others, too. The bytes are free when the request is done; often it is {@link RequestPool#done} already. */
    public Request start(SendSlot to, @Nullable Object base, long offset, long bytes, int word, int extra, int tag) {
        return start(to, base, offset, bytes, word, extra, tag, Sender.STAYS);
    }

    /** As {@link #start}; null if nothing is sent yet, because as many long messages are under way as there may be: whoever waits for that may wait in vain, and looks. */
    public @Nullable Request tryStart(SendSlot to, @Nullable Object base, long offset, long bytes, int word, int extra, int tag) {
        Request r = start(to, base, offset, bytes, word, extra, tag, Sender.LOOKS);
        return r == later ? null : r;
    }

    /** As {@link #start}, for a sender that waits until the request is done, and pushes the bytes meanwhile. */
    public Request startAndWait(SendSlot to, @Nullable Object base, long offset, long bytes, int word, int extra, int tag) {
        return start(to, base, offset, bytes, word, extra, tag, Sender.WAITS);
    }

    /**
     * As {@link #start}, for a sender that goes on before the request is done. Programs for MPJ Express, which copies all that it sends, change the buffer then; a short message has the bytes of the call all the same.
     */
    public Request startAndGoOn(SendSlot to, @Nullable Object base, long offset, long bytes, int word, int extra, int tag) {
        return start(to, base, offset, bytes, word, extra, tag, Sender.GOES_ON);
    }

    private Request start(SendSlot to, @Nullable Object base, long offset, long bytes, int word, int extra, int tag, Sender sender) {
        Startpoint startpoint = to.startpoint;
        if (startpoint == null) {
            if (isHere(to)) {
                return toSelf(to, base, offset, bytes, word, extra, tag);
            }
            startpoint = connect(to);
        }
        if (impairment.any()) {
            impairment.checkSend(startpoint);
        }
        if (bytes <= Integer.MAX_VALUE && startpoint.trySend(enqueue, to.receiveSlot, tag, word, extra, base, offset, (int) bytes) == Lane.TAKEN) {
            return done;
        }
        return sender == Sender.GOES_ON && mayCopy(bytes)
                ? startSlowly(startpoint, to, copy(base, offset, (int) bytes), 0, bytes, word, extra, tag, Sender.GOES_ON)
                : startSlowly(startpoint, to, base, offset, bytes, word, extra, tag, sender);
    }

    /**
     * As {@link #startAndGoOn}, of a message of any length whose bytes are free when this returns.
     *
     * @return null if they would have to stay; nothing is sent then
     */
    public @Nullable Request startAtOnce(SendSlot to, @Nullable Object base, long offset, long bytes, int word, int tag) {
        Startpoint startpoint = to.startpoint;
        if (startpoint == null) {
            if (isHere(to)) {
                return bytes <= EarlyMemory.LARGEST ? toSelf(to, base, offset, bytes, word, 0, tag) : null;
            }
            startpoint = connect(to);
        }
        if (impairment.any()) {
            impairment.checkSend(startpoint);
        }
        if (bytes <= Integer.MAX_VALUE && startpoint.trySend(enqueue, to.receiveSlot, tag, word, 0, base, offset, (int) bytes) == Lane.TAKEN) {
            return done;
        }
        return bytes == 0
                ? startSlowly(startpoint, to, base, offset, 0, word, 0, tag, Sender.GOES_ON)
                : mayCopy(bytes) ? startSlowly(startpoint, to, copy(base, offset, (int) bytes), 0, bytes, word, 0, tag, Sender.GOES_ON) : null;
    }

    /** As {@link #startAndGoOn}, of a message that goes on elsewhere once the answer says so. */
    public Request startHead(SendSlot to, @Nullable Object base, long offset, long bytes, int type, int tag, Request answer) {
        answer.beAnswer();
        return start(to, base, offset, bytes, type | Envelope.STREAMED, Acknowledgements.handle(answer), tag, Sender.GOES_ON);
    }

    private boolean mayCopy(long bytes) {
        return bytes > 0 && bytes <= LONGEST_COPY_BYTES && requests.live() < MOST_COPIES;
    }

    private static byte[] copy(@Nullable Object base, long offset, int bytes) {
        byte[] copy = new byte[bytes];
        Memory.copyIn(Objects.requireNonNull(base), offset, MemorySegment.ofArray(copy), 0, bytes);
        return copy;
    }

    /** Synchronous send: done when it was matched. The receiver says so, which counts for a short message; of a long one, pulling it says so. */
    public Request startSynchronous(SendSlot to, @Nullable Object base, long offset, long bytes, int word, int tag) {
        if (isHere(to)) {
            return toSelf(to, base, offset, bytes, word | Envelope.SYNCHRONOUS, 0, tag);
        }
        Startpoint startpoint = startpoint(to);
        if (impairment.any()) {
            impairment.checkSend(startpoint);
        }
        progress.enter();
        try {
            Request r = take(Request.Kind.SYNCHRONOUS_SEND, base);
            r.peer = startpoint.peer();
            r.to = to;
            r.wantedTag = tag;
            if (!startInside(r, startpoint, to, base, offset, bytes, word | Envelope.SYNCHRONOUS, Acknowledgements.handle(r), tag, Sender.GOES_ON)) {
                r.kind = Request.Kind.SEND; // a long one: the link layer says when it was fetched
            }
            return r;
        } finally {
            progress.exit();
        }
    }

    private Request startSlowly(Startpoint startpoint, SendSlot to, @Nullable Object base, long offset, long bytes, int word, int extra, int tag, Sender sender) {
        progress.enter();
        try {
            progress.poll(); // credit may have come: a program that only sends looks nowhere else
            if (sender == Sender.LOOKS && !context.longMessages().awaitRoom(ROOM_NS)) {
                return later;
            }
            Request r = take(Request.Kind.SEND, base);
            r.peer = startpoint.peer();
            r.to = to;
            r.wantedTag = tag;
            if (sender == Sender.WAITS && base != null && !Confined.is(base)) { // who pushes may be another thread, which must not touch that
                r.beAwaited();
            }
            boolean isNamed = bytes > LONGEST_COPY_BYTES && Envelope.mayBeNamed(word); // shorter ones would differ from each other then, which costs each a header
            if (startInside(r, startpoint, to, base, offset, bytes, isNamed ? word | Envelope.NAMED : word, isNamed ? Acknowledgements.handle(r) : extra, tag, sender)) {
                requests.give(r);
                return done;
            }
            return r;
        } finally {
            progress.exit();
        }
    }

    private boolean startInside(
            Request r, Startpoint startpoint, SendSlot to, @Nullable Object base, long offset, long bytes, int word, int extra, int tag, Sender sender) {
        try {
            if (sender == Sender.STAYS || sender == Sender.LOOKS) {
                return startpoint.startAndLook(enqueue, to.receiveSlot, tag, word, extra, base, offset, bytes, r);
            }
            return sender == Sender.GOES_ON
                    ? startpoint.startAndGoOn(enqueue, to.receiveSlot, tag, word, extra, base, offset, bytes, r)
                    : startpoint.startInside(enqueue, to.receiveSlot, tag, word, extra, base, offset, bytes, r);
        } catch (BraidException ended) {
            requests.give(r);
            throw startpoint.peer().failure() == null ? ended : new MpiFailure(ErrorClass.PEER_FAILED, ended);
        }
    }

    /**
     * Takes back a send that was started and is not done (MPI 4.1, section 3.8.4): in this process at once, else as soon as the receiver has heard it, unless a receive has met the message before. It is done then, whatever the receiver calls. The
     * caller holds the token.
     */
    public void withdraw(Request r) {
        SendSlot to = r.to;
        Startpoint startpoint = to == null ? null : to.startpoint;
        if (r.kept != null) {
            r.cancelHere();
        } else if (to != null && startpoint != null && startpoint.peer().failure() == null) {
            startpoint.answer(enqueue, to.receiveSlot, r.wantedTag, Envelope.WITHDRAWAL, Acknowledgements.handle(r)); // behind the message, by its stream
        }
    }

    /** The call that it belongs to has failed, and the program may change its memory from here on: whoever has not received it by now does not. The caller holds the token. */
    public void recall(Request r) {
        context.longMessages().recall(r, Failures.callFailed());
    }

    private Request toSelf(SendSlot to, @Nullable Object base, long offset, long bytes, int word, int extra, int tag) {
        progress.enter();
        try {
            Inbox at = here(to);
            checkReadable(base, offset, bytes);
            Posted met = at.arrive(word, to.receiveSlot, tag);
            if (met == null) {
                return keepAtSelf(at, to, base, offset, bytes, word, extra, tag);
            }
            receiving.meet((Request) met, to.receiveSlot, tag, word, extra, base, offset, bytes);
            return done;
        } finally {
            progress.exit();
        }
    }

    private Inbox here(SendSlot to) {
        MpiFailure refusal = to.hear();
        if (refusal != null) {
            throw refusal;
        }
        Inbox at = to.here;
        if (at == null) {
            at = local.of(to.name);
            to.here = at;
        }
        if (at == null || !at.hasReceiveSlot(to.receiveSlot)) {
            throw at == null || at.isClosed()
                    ? at != null && at.referrers() == null ? at.freed() : Refusals.slotGone(through(to), "the communicator of its receive slot was freed")
                    : Refusals.slotGone(through(to), to.receiveSlot >= at.receiveSlots() ? "its receive slot was not added yet" : "its receive slot was deleted");
        }
        return at;
    }

    private static String through(SendSlot to) {
        return "nothing can be sent through send slot " + to.index;
    }

    /** The sender's memory may refuse (closed, of another thread): that is its own failure, not that of the receive that the message would meet. */
    private void checkReadable(@Nullable Object base, long offset, long bytes) {
        if (bytes > 0 && (base instanceof MemorySegment || base instanceof Buffer || base instanceof Scattered)) {
            Memory.copyIn(base, offset, oneByte, 0, 1);
            Memory.copyIn(base, offset + bytes - 1, oneByte, 0, 1);
        }
    }

    private Request keepAtSelf(Inbox at, SendSlot to, @Nullable Object base, long offset, long bytes, int word, int extra, int tag) {
        if (!Envelope.isSynchronous(word) && bytes <= EarlyMemory.LARGEST) {
            receiving.enqueue(at, to.receiveSlot, tag, receiving.keepCopy(word, base, offset, extra, (int) bytes));
            return done;
        }
        Request r = take(Request.Kind.SEND, base);
        r.offset = offset;
        r.to = to;
        Early message = receiving.keepAtSend(word, extra, r, bytes);
        receiving.enqueue(at, to.receiveSlot, tag, message);
        if (!Envelope.isCollective(word) && !Envelope.isStreamed(word)) {
            r.kept = message;
        }
        return r;
    }

    private Request take(Request.Kind kind, @Nullable Object base) {
        Request r = requests.take(kind);
        r.base = base;
        return r;
    }

    /** The way to the object behind a send slot; the peer is connected when it is first used. */
    public Startpoint startpoint(SendSlot to) {
        Startpoint startpoint = to.startpoint;
        return startpoint != null ? startpoint : connect(to);
    }

    private boolean isHere(SendSlot to) {
        return to.name.context().equals(context.id());
    }

    private Startpoint connect(SendSlot to) {
        MpiFailure refusal = to.hear();
        if (refusal != null) {
            throw refusal;
        }
        Startpoint usual = context.quietStartpointTo(to.name.context(), to.name.endpoint(), to.name.generation());
        Way way = to.owner.way();
        Startpoint startpoint = way == null ? usual : way.from(usual);
        to.startpoint = startpoint;
        return startpoint;
    }
}
