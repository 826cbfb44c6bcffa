package org.braid.mpi;

import org.braid.link.stream.Peer;
import org.braid.mpi.match.Posted;
import org.jspecify.annotations.Nullable;

/**
 * One communication under way (MPI 4.1, section 3.7). Pooled: whoever got it reads the results once {@link #isDone}, and gives it back with {@link Engine#release}. While it is
 * pending it keeps the user's buffer reachable.
 *
 * <p>Fields are written by whoever holds the context's token, before {@link #complete}, whose release pairs with the acquire in {@link #isDone}; so a thread that saw it done reads
 * the results without a lock.
 */
public final class Request extends Posted {
    /** What it stands for. */
    enum Kind {
        RECEIVE,
        /** A receive in the matching space of collectives. */
        COLLECTIVE_RECEIVE,
        SEND,
        /** A send that is done when the receiver says that it was matched. */
        SYNCHRONOUS_SEND,
        /** A wait for a message that stays where it is. */
        PROBE,
        /** A whole collective call. */
        COLLECTIVE
    }

    /** Capacity of a receive that takes a message of any length, into an array made for it. */
    static final long WHOLE = -1;

    // Set when it is taken from the pool.
    final int index;
    private int generation;
    private boolean live;
    private boolean detached;

    // What was asked for.
    Kind kind = Kind.SEND;
    @Nullable Lco lco;
    @Nullable Peer peer;
    @Nullable SendSlot to;
    @Nullable Object base;
    long offset;
    long capacityBytes;
    int type;
    int wantedSource;
    int wantedTag;
    long signature;

    // What came of it.
    int source;
    int tag;
    long bytes;
    int senderType;
    long senderSignature;
    boolean cancelled;
    @Nullable ErrorClass error;

    private @Nullable Object attachment;

    Request(int index) {
        this.index = index;
    }

    /** Counts the uses of this pooled object; whoever remembers an older number is out of date. */
    public int generation() {
        return generation;
    }

    /** The sender's slot (its rank), of a received or probed message. */
    public int source() {
        return source;
    }

    /** The tag of a received or probed message. */
    public int tag() {
        return tag;
    }

    /** Bytes of the message: received, or announced if probed. */
    public long bytes() {
        return bytes;
    }

    /** The user's memory of this communication, or the array made for it; see {@link Lco#irecvWhole}. */
    public @Nullable Object base() {
        return base;
    }

    /** Type code that the sender of a probed message gave; 0 if untyped. */
    public int senderType() {
        return senderType;
    }

    public boolean isCancelled() {
        return cancelled;
    }

    /** Whether it is a receive; a send has no source, tag or bytes to tell. */
    public boolean isReceive() {
        return kind == Kind.RECEIVE;
    }

    /** What the caller wants to find again when this is done: how to unpack a derived datatype, for instance. */
    public @Nullable Object attachment() {
        return attachment;
    }

    public void attach(@Nullable Object thing) {
        attachment = thing;
    }

    /** What went wrong, or null. Meaningful once done. */
    public @Nullable MpiFailure error() {
        return error == null && !hasFailed() ? null : Failures.of(this);
    }

    /** Throws what went wrong, if anything did. */
    public void check() {
        if (error != null || hasFailed()) {
            throw Failures.of(this);
        }
    }

    /** Whether there is more to see to, once it is done, than that it is done. */
    boolean hasNews() {
        return error != null || attachment != null || hasCause();
    }

    /** Whether it is a receive that has failed because whoever could send has left MPI. */
    boolean isInVain() {
        return isReceive() && failure() instanceof MpiFailure failure && failure.errorClass() == ErrorClass.PEER_LEFT;
    }

    /** Done, without a message. */
    void cancel() {
        cancelled = true;
        source = Engine.ANY;
        tag = Engine.ANY;
        bytes = 0;
        complete();
    }

    boolean isLive() {
        return live;
    }

    /** In use, and not done. */
    boolean isPending() {
        return live && !isDone();
    }

    boolean isDetached() {
        return detached;
    }

    /** Nobody will ask for it again: the pool takes it back when it is done. */
    void detach() {
        detached = true;
    }

    /** The object that it was called on; null if that is not known. */
    @Nullable LcoSlots communicator() {
        boolean sends = kind == Kind.SEND || kind == Kind.SYNCHRONOUS_SEND;
        return sends ? (to == null ? null : to.owner) : lco;
    }

    /** From the pool into use. References that mostly stay the same are compared: a store of one costs more. */
    Request claim(Kind as) {
        reset();
        live = true;
        if (kind != as) {
            kind = as;
        }
        return this;
    }

    void belongTo(Lco object) {
        if (lco != object) {
            lco = object;
        }
    }

    /** What it is to receive, and into which memory. */
    void expect(@Nullable Object into, long offsetBytes, long capacity, int typeCode, int source, int tag) {
        base = into;
        offset = offsetBytes;
        capacityBytes = capacity;
        type = typeCode;
        wantedSource = source;
        wantedTag = tag;
    }

    /** Out of use: nothing of the user's stays reachable. */
    void retire() {
        generation++;
        live = false;
        base = null;
        if (attachment != null || error != null || cancelled || detached) {
            attachment = null;
            error = null;
            cancelled = false;
            detached = false;
        }
        if (peer != null) {
            peer = null;
        }
    }
}
