package org.braid.mpi.reference;

import org.braid.base.BraidException;
import org.braid.link.Startpoint;
import org.braid.link.bulk.LongMessages;
import org.braid.link.progress.Completion;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.p2p.Inbox;
import org.braid.mpi.p2p.LcoSlots;
import org.braid.mpi.p2p.Request;
import org.braid.mpi.p2p.RequestPool;
import org.braid.mpi.p2p.SendSlot;
import org.jspecify.annotations.Nullable;

/** One counted send slot, at the process that has it. Guarded by the context's token. */
final class Referring {
    final int number;
    final int index;
    final Lco owner;
    final SendSlot slot;
    final Destination destination;
    private boolean wasUsed;

    /** Completes when all that was sent through the slot was seen at the other side; null until that is asked. */
    @Nullable Completion detached;

    /** By which notices follow what is sent through the slot; null if that goes the usual way. */
    private @Nullable Startpoint besideMessages;

    /** @param owner the object that has the slot */
    Referring(int number, int index, Lco owner, SendSlot slot, Destination destination) {
        this.number = number;
        this.index = index;
        this.owner = owner;
        this.slot = slot;
        this.destination = destination;
    }

    SlotAddress to() {
        return destination.address;
    }

    /** By which notices follow what is sent through the slot; null if that goes the usual way. */
    @Nullable Startpoint besideMessages() {
        return besideMessages;
    }

    /** Notices go by another startpoint from now on, which ends with the slot. */
    void follow(@Nullable Startpoint messages) {
        Startpoint before = besideMessages;
        besideMessages = messages;
        if (before != null) {
            before.close();
        }
    }

    /** Whether anything may have been sent through it to another process. */
    boolean mayHaveSent() {
        wasUsed |= slot.isUsed();
        return wasUsed;
    }

    /**
     * What is not done yet would never be: it needs a receive there.
     *
     * @return how many sends were told so
     */
    int failPending(Reason why, RequestPool requests, LongMessages sent) {
        int failed = 0;
        for (int i = 0; i < requests.size(); i++) {
            Request r = requests.at(i);
            if (r != null && r.isPending() && r.isThrough(slot)) {
                end(r, why.failure(index, 0), sent);
                failed += r.isPending() ? 0 : 1;
            }
        }
        return failed;
    }

    /** The object that it leads to has gone. If both are members of a communicator, nothing comes from that one any more: all it had sent has come before the news. */
    void endCollectives(RequestPool requests) {
        boolean isMember = owner.ownSlot() != LcoSlots.NO_RANK;
        Inbox inbox = owner.inbox();
        for (int i = 0; i < requests.size() && isMember; i++) {
            Request r = requests.at(i);
            if (r != null && r.isPending() && r.kind() == Request.Kind.COLLECTIVE_RECEIVE && r.inbox() == inbox && r.wantedSource() == index && inbox.takeBack(r)) {
                r.fail(new MpiFailure(ErrorClass.COMM, "a collective call cannot end", "member " + index + " of the communicator was freed", "Free a member after its last collective call"));
            }
        }
    }

    private static void end(Request r, MpiFailure failure, LongMessages sent) {
        if (r.kind() == Request.Kind.SYNCHRONOUS_SEND) {
            r.fail(failure);
        } else {
            sent.takeBack(r, failure);
        }
    }

    /** The process that it leads to has failed. */
    void failed(BraidException cause) {
        Completion waiting = detached;
        if (waiting != null && !waiting.isDone()) {
            waiting.fail(cause);
        }
    }
}
