package org.braid.mpi.p2p;

import java.util.Objects;
import org.braid.base.BraidException;
import org.braid.link.bulk.Offer;
import org.braid.link.dispatch.Payload;
import org.braid.link.stream.Peer;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.match.Arrived;
import org.braid.mpi.match.EnvelopeCap;
import org.jspecify.annotations.Nullable;

/**
 * How a message reaches a receive's buffer: straight from the lane when the receive was there first, else from where it was kept. One copy in the first case, two in the second, none
 * by us for an offer, whose bytes the link layer moves. Everything here holds the context's token.
 */
public final class Receiving implements AutoCloseable {
    /** What an unexpected message costs while it waits, about; the cap keeps all of them within an eighth of the heap. */
    private static final int EARLY_BYTES = 256;

    private static final int MOST_EARLY = 1 << 20;

    private final RequestPool requests;
    private final Impairment impairment;
    private final Acknowledgements acknowledgements;
    private final EnvelopeCap cap = new EnvelopeCap((int) Math.min(MOST_EARLY, Runtime.getRuntime().maxMemory() / 8 / EARLY_BYTES));
    private final EarlyMessages kept;

    /** Receives of these requests, unless something has gone wrong for good; synchronous senders are told by {@code acknowledgements}. */
    public Receiving(RequestPool requests, Impairment impairment, Acknowledgements acknowledgements) {
        this.requests = requests;
        this.impairment = impairment;
        this.acknowledgements = acknowledgements;
        this.kept = new EarlyMessages(acknowledgements);
    }

    /** Why nothing can come from this source of an object any more, {@link LcoSlots#ANY} for one of all; null if something can. The caller holds the token. */
    public @Nullable BraidException failureOf(LcoSlots slots, int source) {
        return impairment.any() ? impairment.failureOf(slots, source) : null;
    }

    /** Messages of this process that have come and were not received. */
    public int unexpected() {
        return cap.held();
    }

    /** How many may wait so. */
    public int mostUnexpected() {
        return cap.limit();
    }

    /** An inbox for the object of that shape; all inboxes together hold no more early messages than a process may. */
    public Inbox newInbox(LcoSlots slots) {
        return new Inbox(cap, slots);
    }

    /**
     * A request that asks for a message at {@code at}; the caller posts it there.
     *
     * @param capacityBytes room for the message, or {@link Request#WHOLE}
     * @throws MpiFailure if what it asks for can't come any more
     */
    public Request take(Request.Kind kind, Inbox at, @Nullable Object base, long offset, long capacityBytes, int type, int source, int tag) {
        if (impairment.any()) {
            impairment.checkReceive(at, kind, source);
        }
        Request r = requests.take(kind);
        r.belongTo(at);
        r.expect(base, offset, capacityBytes, type, source, tag);
        return r;
    }

    /** As {@link #take}, in the matching space of collectives, and posted: it may be done. Source and tag were checked. */
    public Request postCollective(Inbox at, @Nullable Object base, long offset, long capacityBytes, int source, int tag, long signature) {
        Request r = take(Request.Kind.COLLECTIVE_RECEIVE, at, base, offset, capacityBytes, 0, source, tag);
        r.signature = signature;
        Early early = at.postCollective(r, source, tag);
        if (early != null) {
            meet(r, early);
        }
        return r;
    }

    /** As {@link #postCollective}, of one whose message was taken back by its sender while it came: it waits again, until it hears why. It is given back here, unless this throws. */
    public Request postAgain(Request r) {
        Request again = postCollective(Objects.requireNonNull(r.inbox), r.base, r.offset, r.capacityBytes, r.wantedSource, r.wantedTag, r.signature);
        requests.give(r);
        return again;
    }

    /** As {@link #take}, for a message that was taken out of matching before: whatever has gone wrong since, it is there. */
    public Request takeMatched(Inbox at, @Nullable Object base, long offset, long capacityBytes, int type, int source, int tag) {
        Request r = requests.take(Request.Kind.RECEIVE);
        r.belongTo(at);
        r.expect(base, offset, capacityBytes, type, source, tag);
        return r;
    }

    /** The message that a probe of this source and tag would show; null if none has come. */
    public @Nullable Early peek(Inbox at, int source, int tag) {
        if (impairment.any()) {
            impairment.checkReceive(at, Request.Kind.PROBE, source);
        }
        return at.peek(source, tag);
    }

    /** A message has met a receive that was posted before. */
    void meet(Request posted, int source, int tag, int word, int extra, Payload payload) {
        Request r = Envelope.isStreamed(word) ? forHead(posted, source, tag, word) : posted;
        long bytes = Admission.admit(r, source, tag, word, extra, payload.length());
        boolean isUntaken = isUntaken(r, word);
        if (payload.isOffer()) {
            pull(payload.takeOffer(), r, bytes);
        } else if (bytes == 0 || copied(r, payload, (int) bytes)) {
            r.complete();
        }
        if (isUntaken) { // behind what the receiver is owed: it may not be possible to say
            acknowledgements.refuseRest(payload.source(), extra);
        }
        if (Envelope.isSynchronous(word)) { // an offer's, too: it may have been a short message that waited for others, and then for credit
            acknowledgements.send(payload.source(), extra);
        }
    }

    /** Which request gets the bytes of the head of a stream. */
    private Request forHead(Request posted, int source, int tag, int word) {
        if (!takesRest(posted, word) || !(posted.attachment() instanceof HeadTaker taker) || !taker.readsAside()) {
            return posted;
        }
        Request head = requests.take(Request.Kind.RECEIVE);
        head.belongTo(posted.inbox);
        head.expect(null, 0, Request.WHOLE, posted.type, source, tag);
        posted.source = source;
        posted.tag = tag;
        taker.take(posted, head);
        return head;
    }

    /** The head of a stream is taken whole, for its type, or as any other message. */
    private static boolean takesRest(Request r, int word) {
        return r.capacityBytes == Request.WHOLE && r.type == Envelope.type(word);
    }

    /** What follows a head is unwanted where that is no head to its receive, or there is no memory for it. */
    private static boolean isUntaken(Request r, int word) {
        return Envelope.isStreamed(word) && (r.error != null || !takesRest(r, word));
    }

    /** What came at a slot that has gone is not kept, and nothing that was to follow it is wanted. */
    void refuseRest(int word, int extra, Peer sender) {
        if (Envelope.isStreamed(word)) {
            acknowledgements.refuseRest(sender, extra);
        }
    }

    /** Moves what its sender holds; memory that refuses is the receive's failure. */
    private static void pull(Offer offer, Request r, long bytes) {
        try {
            offer.pull(r.target(), r.offset, bytes, r);
        } catch (BraidException refused) {
            if (!r.isDone()) {
                r.fail(refused);
            }
        }
    }

    /** A message has met no receive: it is kept, or its sender keeps it. */
    void keep(Inbox at, int source, int tag, int word, int extra, Payload payload) {
        enqueue(at, source, tag, keepBytes(word, extra, payload));
    }

    /** A message stands in a queue only with its bytes: a receive that meets it without them would succeed. */
    private Early keepBytes(int word, int extra, Payload payload) {
        try {
            return kept.keep(word, extra, payload);
        } catch (Throwable noMemory) {
            throw impairment.lost(Failures.notKept(noMemory));
        }
    }

    /** Keeps a message in its queue; one too many is lost, and the order of messages with it. */
    void enqueue(Inbox at, int source, int tag, Early early) {
        if (!at.enqueue(early, source, tag)) {
            discard(early);
            throw impairment.lost(Failures.exhausted(cap.limit()));
        }
        at.showToProbes(early);
    }

    /** A message of this process has met no receive: short ones are copied aside. */
    Early keepCopy(int word, @Nullable Object base, long offset, int extra, int length) {
        return kept.copyOf(word, base, offset, extra, length);
    }

    /** As {@link #keepCopy}, of a message that stays in the buffer of its send. */
    Early keepAtSend(int word, int extra, Request send, long length) {
        return kept.atSend(word, extra, send, length);
    }

    /** A receive has met a message that was kept. */
    public void meet(Request posted, Early early) {
        Request r = Envelope.isStreamed(early.word) ? forHead(posted, early.source(), early.tag(), early.word) : posted;
        long bytes = Admission.admit(r, early.source(), early.tag(), early.word, early.extra, early.length);
        boolean isUntaken = isUntaken(r, early.word);
        Peer sender = early.peer;
        int handle = early.extra;
        if (early.offer != null) {
            pull(early.offer, r, bytes);
        } else if (EarlyMessages.copied(r, early, (int) bytes)) {
            r.complete();
        }
        kept.finish(early);
        if (isUntaken) {
            acknowledgements.refuseRest(sender, handle);
        }
    }

    /** A send of this process has met a receive that was posted before. */
    void meet(Request posted, int source, int tag, int word, int extra, @Nullable Object base, long offset, long length) {
        Request r = Envelope.isStreamed(word) ? forHead(posted, source, tag, word) : posted;
        long bytes = Admission.admit(r, source, tag, word, extra, length);
        boolean isUntaken = isUntaken(r, word);
        try {
            r.copyIn(base, offset, bytes);
            r.complete();
        } catch (BraidException refused) {
            r.fail(refused);
        }
        if (isUntaken) {
            acknowledgements.refuseRest(null, extra);
        }
    }

    /** Drops a message that no receive has met, whose sender takes it back; if there is none such, one has. */
    void withdraw(Inbox at, int slot, int tag, int handle, Peer sender) {
        Early early = slot < 0 || tag < 0 ? null : at.peek(slot, tag);
        while (early != null && (early.peer != sender || early.extra != handle || !Envelope.isNamed(early.word))) {
            early = at.behind(early);
        }
        if (early != null) {
            at.remove(early);
            early.word &= ~Envelope.SYNCHRONOUS; // it was not met
            acknowledgements.withdrawn(sender, handle);
            if (early.offer != null) {
                early.offer.refuse(); // by the same stream, so behind the word that says why
            }
            kept.finish(early);
        }
    }

    /** Nobody will receive this message any more. */
    void discard(Early early) {
        refuseRest(early);
        if (early.offer != null) {
            early.offer.refuse();
        }
        kept.finish(early);
    }

    private void refuseRest(Early early) {
        if (Envelope.isStreamed(early.word)) {
            acknowledgements.refuseRest(early.peer, early.extra);
            early.word &= ~Envelope.STREAMED;
        }
    }

    /** As {@link #discard}, of a message that has come to this inbox: where senders are known they are told, and what they still hold ends at their side. */
    private void discard(Inbox at, Early early) {
        refuseRest(early);
        Referrers referrers = at.referrers();
        Request waiting = early.sender;
        boolean isTold = referrers != null && (waiting == null ? referrers.lost(early.peer, early.source()) : referrers.knows(early.peer, early.source())); // one of this process that waits is told by its request
        if (!isTold && early.offer != null && referrers != null) { // its send slot was deleted while its sender waited for it
            early.offer.refuse(notReceived());
            kept.finish(early);
            return;
        }
        if (!isTold) {
            discard(early);
            return;
        }
        early.word &= ~Envelope.SYNCHRONOUS;
        early.sender = null;
        kept.finish(early);
        if (waiting != null) {
            waiting.kept = null;
            waiting.fail(notReceived());
        }
    }

    private static MpiFailure notReceived() {
        return Refusals.slotGone("a message was not received", "its receive slot was deleted, or the communicator of that freed");
    }

    /** Nobody will receive any more what has come at this receive slot. */
    public void closeSlot(Inbox at, int slot) {
        for (Early early = at.peek(slot, LcoSlots.ANY); early != null; early = at.peek(slot, LcoSlots.ANY)) {
            at.remove(early);
            discard(at, early);
        }
    }

    /** Nobody will receive any more what has come there. */
    public void closeInbox(Inbox at) {
        at.close();
        for (Early early = at.peek(LcoSlots.ANY, LcoSlots.ANY); early != null; early = at.peek(LcoSlots.ANY, LcoSlots.ANY)) {
            at.remove(early);
            discard(at, early);
        }
        for (Arrived early = at.collectives.takeAny(); early != null; early = at.collectives.takeAny()) {
            discard((Early) early); // what is missing in a call is told by those who miss it
        }
    }

    /** Receives and probes that wait there, for this source or, if that is {@link LcoSlots#ANY}, for whatever source, fail. */
    public void endReceives(Inbox at, int source, MpiFailure told) {
        for (int i = 0; i < requests.size(); i++) {
            Request r = requests.at(i);
            if (r != null && r.isPending() && r.inbox == at && r.kind != Request.Kind.COLLECTIVE_RECEIVE && (source == LcoSlots.ANY || r.wantedSource == source) && at.takeBack(r)) {
                r.fail(told);
            }
        }
    }

    /** Receives and probes that wait fail: this process has left MPI, and nothing comes for them. A program may begin anew. */
    public void abandon() {
        for (int i = 0; i < requests.size(); i++) {
            Request r = requests.at(i);
            Inbox at = r == null ? null : r.inbox;
            if (r != null && at != null && r.isPending() && (r.kind == Request.Kind.RECEIVE || r.kind == Request.Kind.PROBE) && at.takeBack(r)) {
                r.fail(Refusals.finalized());
            }
        }
    }

    /** Gives back the memory for early messages; none may be kept after that. */
    @Override
    public void close() {
        kept.close();
    }

    /** The user's memory may refuse (closed, read-only): that is the request's failure, not the peer's. */
    private static boolean copied(Request r, Payload payload, int bytes) {
        try {
            payload.copyTo(r.target(), r.offset, bytes);
            return true;
        } catch (BraidException refused) {
            r.fail(refused);
            return false;
        }
    }
}
