package org.braid.mpi.p2p;

import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.memory.Memory;
import org.braid.link.stream.Peer;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.match.Posted;
import org.jspecify.annotations.Nullable;

/**
 * One communication under way (MPI 4.1, section 3.7). Pooled: whoever got it reads the results once {@link #isDone}, and gives it back. While it is
 * pending it keeps the user's buffer reachable.
 *
 * <p>Fields are written by whoever holds the context's token, before {@link #complete}, whose release pairs with the acquire in {@link #isDone}; so a thread that saw it done reads
 * the results without a lock.
 */
public final class Request extends Posted {
    /** What it stands for. */
    public enum Kind {
        /** A receive of a message. */
        RECEIVE,
        /** A receive in the matching space of collectives. */
        COLLECTIVE_RECEIVE,
        /** A send that is done when its bytes are free. */
        SEND,
        /** A send that is done when the receiver says that it was matched. */
        SYNCHRONOUS_SEND,
        /** A wait for a message that stays where it is. */
        PROBE,
        /** A whole collective call. */
        COLLECTIVE
    }

    /** Capacity of a receive that takes a message of any length, into an array made for it. */
    public static final long WHOLE = -1;

    private static final byte[] NOWHERE = new byte[0];

    // Set when it is taken from the pool.
    final int index;
    private int generation;
    private boolean live;
    private boolean detached;
    private boolean isPatient;
    private boolean isAnswer;

    // What was asked for.
    Kind kind = Kind.SEND;
    @Nullable Inbox inbox;
    @Nullable Peer peer;
    @Nullable SendSlot to;

    /** Of a send to its own process: its message, while that stays in the sender's memory and a receive of the program's is to meet it. */
    @Nullable Early kept;

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

    /** Where the bytes of a receive go, from {@link #offset} on: nothing where it wants none. */
    Object target() {
        return base == null ? NOWHERE : base;
    }

    /** A receive gets so many bytes of a message that lies in this process. */
    void copyIn(@Nullable Object from, long fromOffset, long count) {
        if (count > 0 && from != null) {
            Memory.copy(from, fromOffset, target(), offset, count);
        }
    }

    /** The user's memory of this communication, or the array made for it; see {@link #WHOLE}. */
    public @Nullable Object base() {
        return base;
    }

    /** It is a send that is done, and not given back: nobody needs its memory any more. The caller holds the token. */
    public void forgetMemory() {
        base = null;
    }

    /** Type code that the sender of a probed message gave; 0 if untyped. */
    public int senderType() {
        return senderType;
    }

    /** Whether it was taken back: a receive before it met a message, or a send before its message met a receive. */
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

    /** Gives the caller's thing into this request's care; it is forgotten when the request is given back. */
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
    public boolean hasNews() {
        return error != null || attachment != null || hasCause();
    }

    /** Whether it is a receive that has failed because whoever could send has left MPI. */
    public boolean isInVain() {
        return isReceive() && failure() instanceof MpiFailure failure && failure.errorClass() == ErrorClass.PEER_LEFT;
    }

    /** Done at once, with no data: its source is nobody. */
    public void completeFromNobody() {
        source = LcoSlots.PROC_NULL;
        tag = LcoSlots.ANY;
        bytes = 0;
        senderType = 0;
        complete();
    }

    /** Done, without a message. */
    public void cancel() {
        cancelled = true;
        source = LcoSlots.ANY;
        tag = LcoSlots.ANY;
        bytes = 0;
        complete();
    }

    /** It waits also where nobody sends any more, for somebody may come. */
    public void bePatient() {
        isPatient = true;
    }

    /** It is the receive by which a sender hears how to go on: who receives may end it without a message. */
    void beAnswer() {
        isAnswer = true;
    }

    boolean isAnswer() {
        return isAnswer;
    }

    boolean isPatient() {
        return isPatient;
    }

    /** In use: whoever has it has not given it back. */
    public boolean isLive() {
        return live;
    }

    /** In use, and not done. */
    public boolean isPending() {
        return live && !isDone();
    }

    /** Whether nobody will ask for it again. */
    public boolean isDetached() {
        return detached;
    }

    /** Nobody will ask for it again: the pool takes it back when it is done. */
    void detach() {
        detached = true;
    }

    // ---- for those who diagnose; the caller holds the token

    /** What it stands for. */
    public Kind kind() {
        return kind;
    }

    /** Its place in the pool. */
    public int index() {
        return index;
    }

    /** Where a receive or a probe was posted; meaningless for a send. */
    public @Nullable Inbox inbox() {
        return inbox;
    }

    /** To whom a send goes; null in its own process, and for everything else. */
    public @Nullable Peer peer() {
        return peer;
    }

    /** The source that a receive or a probe asks for: a slot, or {@link LcoSlots#ANY}. */
    public int wantedSource() {
        return wantedSource;
    }

    /** The tag that a receive or a probe asks for: a tag, or {@link LcoSlots#ANY}. */
    public int wantedTag() {
        return wantedTag;
    }

    /** Of a collective receive: what this member believes is being called. */
    public long signature() {
        return signature;
    }

    /** Of a collective receive that {@linkplain #hasDiffered has differed}: what the sender believed. */
    public long senderSignature() {
        return senderSignature;
    }

    /** Whether it is a collective receive that has met a message of another call. */
    public boolean hasDiffered() {
        return error == ErrorClass.OTHER;
    }

    /** Whether it is a receive that has failed because the sender has taken its message back. */
    public boolean hasLostMessage() {
        BraidException why = failure();
        return why != null && why.code() == ErrorCode.MESSAGE_TAKEN_BACK;
    }

    /** Whether it is a send through that slot. */
    public boolean isThrough(SendSlot slot) {
        return to == slot && (kind == Kind.SEND || kind == Kind.SYNCHRONOUS_SEND);
    }

    /** Whether it is a send to its own process whose message waits there for a receive that was not posted. */
    public boolean waitsHere() {
        Inbox at = to == null ? null : to.here;
        return kept != null && at != null && at.messages.holds(kept);
    }

    /** Ends a send that {@link #waitsHere waits here}: nobody will receive its message. */
    public void takeBackHere(MpiFailure failure) {
        if (isTakenOutHere()) {
            fail(failure);
        }
    }

    /** As {@link #takeBackHere}, because the program takes it back. */
    void cancelHere() {
        if (isTakenOutHere()) {
            cancel();
        }
    }

    private boolean isTakenOutHere() {
        Inbox at = to == null ? null : to.here;
        Early message = kept;
        if (at == null || message == null || !at.messages.holds(message)) {
            return false;
        }
        at.messages.remove(message);
        message.sender = null; // whoever has shown it to a probe meets it no more
        kept = null;
        return true;
    }

    /** The object that it was called on; null if that is not known. */
    public @Nullable LcoSlots communicator() {
        boolean sends = kind == Kind.SEND || kind == Kind.SYNCHRONOUS_SEND;
        return sends ? (to == null ? null : to.owner) : (inbox == null ? null : inbox.slots());
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

    void belongTo(@Nullable Inbox at) {
        if (inbox != at) {
            inbox = at;
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
        if (attachment != null || error != null || cancelled || detached || isPatient || isAnswer) {
            isPatient = false;
            isAnswer = false;
            attachment = null;
            error = null;
            cancelled = false;
            detached = false;
        }
        if (peer != null) {
            peer = null;
        }
        if (kept != null) {
            kept = null;
        }
    }
}
