package org.braid.mpi.p2p;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.match.Arrived;
import org.braid.mpi.match.EnvelopeCap;
import org.braid.mpi.match.ExactMatcher;
import org.braid.mpi.match.Matcher;
import org.braid.mpi.match.Posted;
import org.jspecify.annotations.Nullable;

/**
 * What arrives at one local communicator object and what waits for it there: its receive slots, the matching space of messages and that of collectives, and probes. Guarded by the
 * context's token, always.
 */
public final class Inbox {
    final Matcher messages;
    final ExactMatcher collectives;
    private final LcoSlots slots;
    private final EnvelopeCap cap;
    private final List<Request> probes = new ArrayList<>();
    private int receiveSlots;
    private boolean closed;
    private @Nullable CallWitness witness;
    private @Nullable Referrers referrers;

    /** Receive slots that were deleted; null if none was. */
    private @Nullable BitSet deleted;

    /** Those, and receive slots that are for certain senders only; null if there is none. */
    private @Nullable BitSet guarded;

    Inbox(EnvelopeCap cap, LcoSlots slots) {
        this.cap = cap;
        this.slots = slots;
        messages = new Matcher(cap);
        collectives = new ExactMatcher(cap);
    }

    /** The shape of the object that this is the inbox of. */
    public LcoSlots slots() {
        return slots;
    }

    /** Number of receive slots, each with an index from 0. */
    public int receiveSlots() {
        return receiveSlots;
    }

    /** Appends {@code count} receive slots. */
    public void addReceiveSlots(int count) {
        receiveSlots += count;
    }

    /** The slot is there no more; its index is not given out again. Who waits there, and what has come, is the caller's business. */
    public void deleteReceiveSlot(int slot) {
        BitSet all = deleted == null ? new BitSet() : deleted;
        all.set(slot);
        deleted = all;
        guard(slot);
    }

    /** Messages to this receive slot are looked at before they are taken. */
    public void guard(int slot) {
        BitSet all = guarded == null ? new BitSet() : guarded;
        all.set(slot);
        guarded = all;
    }

    /** Whether this receive slot was deleted, or is for certain senders only. */
    public boolean isGuarded(int slot) {
        BitSet some = guarded;
        return some != null && some.get(slot);
    }

    /** Whether messages may come at this receive slot. */
    public boolean hasReceiveSlot(int slot) {
        return slot >= 0 && slot < receiveSlots && !isDeleted(slot) && !closed;
    }

    boolean isDeleted(int slot) {
        BitSet some = deleted;
        return some != null && some.get(slot);
    }

    /** From now on the send slots that lead here are known. */
    public void referredBy(Referrers known) {
        referrers = known;
    }

    /** The send slots that lead here; null if they are not counted. */
    public @Nullable Referrers referrers() {
        return referrers;
    }

    /** Why a receive or probe of this source that has met no message never will; null if it may. */
    public @Nullable MpiFailure inVain(int source) {
        Referrers known = referrers;
        return known == null ? null : known.inVain(source);
    }

    /** Ends a receive or probe that waits here, if no message can come for it any more. */
    public boolean endsInVain(Request r) {
        MpiFailure failure = referrers == null || r.isPatient() ? null : inVain(r.wantedSource);
        boolean ends = failure != null && takeBack(r);
        if (ends && failure != null) {
            r.fail(failure);
        }
        return ends;
    }

    /** Gives the object exactly {@code count} receive slots: one for each member of its intracommunicator. */
    public void setReceiveSlots(int count) {
        receiveSlots = count;
    }

    /** The most messages that may wait in all inboxes of this process together. */
    public int mostEarly() {
        return cap.limit();
    }

    /** From now on {@code by} is shown the collective messages that come early. */
    public void watchedBy(CallWitness by) {
        witness = by;
    }

    /** Who is; null: nobody yet. */
    public @Nullable CallWitness witness() {
        return witness;
    }

    /** Shows {@code to} all collective messages that wait here. */
    public void showCollectives(CallWitness to) {
        for (Arrived message : collectives.allArrived()) {
            to.arrived(message.source(), message.tag(), ((Early) message).signature());
        }
    }

    void tellWitness(int source, int tag, long signature) {
        CallWitness by = witness;
        if (by != null) {
            by.arrived(source, tag, signature);
        }
    }

    /** A message has come: the receive that it meets, in the space that its envelope names; null if there is none. */
    @Nullable Posted arrive(int word, int source, int tag) {
        return Envelope.isCollective(word) ? collectives.arrive(source, tag) : messages.arrive(source, tag);
    }

    /** The matching space of messages. */
    public Matcher messages() {
        return messages;
    }

    /** Posts a receive in the matching space of messages; the kept message that it meets, or null. */
    @Nullable Early post(Request r, int source, int tag) {
        return (Early) messages.post(r, source, tag);
    }

    /** As {@link #post}, in the matching space of collectives. */
    @Nullable Early postCollective(Request r, int source, int tag) {
        return (Early) collectives.post(r, source, tag);
    }

    /** The kept message that a receive would meet now, left where it is; null if there is none. */
    @Nullable Early peek(int source, int tag) {
        return (Early) messages.peek(source, tag);
    }

    /** The next message of the same slot and tag that is kept; null if there is none. */
    @Nullable Early behind(Early message) {
        return (Early) messages.behind(message);
    }

    /** Takes out a message that {@link #peek} has shown. */
    public void remove(Early message) {
        messages.remove(message);
    }

    /** Keeps a message that met no receive; false if the process holds as many as it may already. */
    boolean enqueue(Early early, int source, int tag) {
        return Envelope.isCollective(early.word) ? collectives.enqueue(early, source, tag) : messages.enqueue(early, source, tag);
    }

    /** Shows the probe the message that it asks for, or keeps it until that comes. */
    public void look(Request probe) {
        if (messages.peek(probe.wantedSource, probe.wantedTag) instanceof Early early) {
            early.showTo(probe);
        } else {
            probes.add(probe);
        }
    }

    /** Tells waiting probes of a message that has just been kept. */
    void showToProbes(Early early) {
        for (int i = probes.size() - 1; i >= 0; i--) {
            Request probe = probes.get(i);
            if (messages.peek(probe.wantedSource, probe.wantedTag) == early) {
                probes.remove(i);
                early.showTo(probe);
            }
        }
    }

    /** Takes a receive or a probe out of its queue; false if it is not in one. */
    public boolean takeBack(Request r) {
        return switch (r.kind) {
            case RECEIVE -> messages.cancel(r, r.wantedSource, r.wantedTag);
            case COLLECTIVE_RECEIVE -> collectives.cancel(r, r.wantedSource);
            case PROBE -> probes.remove(r);
            default -> false;
        };
    }

    /** Whether a receive or a probe is in its queue still. */
    public boolean holds(Request r) {
        return switch (r.kind) {
            case RECEIVE -> messages.holds(r, r.wantedSource, r.wantedTag);
            case COLLECTIVE_RECEIVE -> collectives.holds(r, r.wantedSource);
            case PROBE -> probes.contains(r);
            default -> false;
        };
    }

    /** Whether no receive is posted. */
    public boolean isIdle() {
        return messages.posted() == 0 && collectives.posted() == 0;
    }

    /** Whether the object has gone: messages to it are refused. */
    public boolean isClosed() {
        return closed;
    }

    void close() {
        closed = true;
        receiveSlots = referrers == null ? receiveSlots : 0; // whatever comes is refused, without a look on the way of each message
        if (witness != null) {
            witness.closed();
        }
    }

    /** A call on the object, which was freed. */
    MpiFailure freed() {
        return Refusals.freed(slots.title());
    }

    /** Who receives here, for messages. */
    String place() {
        return slots.place();
    }

    /** Whether a receive or probe may name this source and this tag: a slot or any, a tag or any, or nobody. */
    public void checkReceive(int source, int tag) {
        slots.throwIfClosing();
        if (source == LcoSlots.ANY && receiveSlots == 0) {
            throw Refusals.noReceiveSlot();
        }
        if (source >= 0 && source < receiveSlots && isDeleted(source)) {
            throw Refusals.deleted("receive", source);
        }
        if (source >= receiveSlots || (source < 0 && source != LcoSlots.ANY && source != LcoSlots.PROC_NULL)) {
            throw Refusals.rank(place(), source, receiveSlots, true);
        }
        if (tag < 0 && tag != LcoSlots.ANY) {
            throw Refusals.tag(place(), tag, true);
        }
    }
}
