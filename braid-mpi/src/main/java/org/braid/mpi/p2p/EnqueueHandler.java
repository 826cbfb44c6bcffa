package org.braid.mpi.p2p;

import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.link.bulk.Offer;
import org.braid.link.dispatch.Endpoint;
import org.braid.link.dispatch.Handler;
import org.braid.link.dispatch.Payload;
import org.braid.mpi.match.Posted;

/** "mpi.enqueue": an MPI message arrives at a receive slot of the LCO addressed. Budget in the common case: one match, one copy, no allocation. */
public final class EnqueueHandler implements Handler {
    private final Receiving receiving;

    /** Hands over what comes to {@code receiving}. */
    public EnqueueHandler(Receiving receiving) {
        this.receiving = receiving;
    }

    @Override
    public void handle(Endpoint to, int slot, int tag, int word, int extra, Payload payload) {
        if (!(to.userData() instanceof Inbox at)) {
            throw notMeant(to, slot, tag, word);
        }
        if (!mayCome(at, to, slot, tag, word, extra, payload)) {
            return;
        }
        Posted met = at.arrive(word, slot, tag);
        if (met != null) {
            receiving.meet((Request) met, slot, tag, word, extra, payload);
        } else {
            keep(at, slot, tag, word, extra, payload);
        }
    }

    /** A run of messages that are alike but for their tags. A loop of its own, though the steps are the same: a message that comes alone is quicker without it. */
    @Override
    public void handleRun(Endpoint to, int slot, int firstTag, int word, int extra, Payload payload) {
        if (!(to.userData() instanceof Inbox at)) {
            throw notMeant(to, slot, firstTag, word);
        }
        if (!mayCome(at, to, slot, firstTag, word, extra, payload)) {
            return;
        }
        int tag = firstTag;
        do {
            Posted met = at.arrive(word, slot, tag);
            if (met != null) {
                receiving.meet((Request) met, slot, tag, word, extra, payload);
            } else {
                keep(at, slot, tag, word, extra, payload);
            }
        } while (payload.next() && (tag = payload.a1()) >= 0);
        if (tag < 0) {
            throw notMeant(to, slot, tag, word);
        }
    }

    /** {@inheritDoc} Members that have been told that calls differ free the communicator, while others may yet send what belongs to these; whoever misses something in a call is told by itself. */
    @Override
    public boolean mayComeTooLate(int slot, int tag, int word, int extra) {
        return Envelope.isCollective(word);
    }

    private void keep(Inbox at, int slot, int tag, int word, int extra, Payload payload) {
        receiving.keep(at, slot, tag, word, extra, payload);
        if (Envelope.isCollective(word)) {
            at.tellWitness(slot, tag, Envelope.signature(word, extra));
        }
    }

    private boolean mayCome(Inbox at, Endpoint to, int slot, int tag, int word, int extra, Payload payload) {
        return Envelope.makesSense(slot, at.receiveSlots(), tag, word) && !at.isGuarded(slot) || isAdmitted(at, to, slot, tag, word, extra, payload);
    }

    /** The slot may have gone, or is one for certain senders: others are told, and end themselves what they still hold. Or it is no message. */
    private boolean isAdmitted(Inbox at, Endpoint to, int slot, int tag, int word, int extra, Payload payload) {
        if (word == Envelope.WITHDRAWAL) {
            receiving.withdraw(at, slot, tag, extra, payload.source());
            return false;
        }
        Referrers referrers = at.referrers();
        if (referrers == null || !Envelope.makesSense(slot, Integer.MAX_VALUE, tag, word)) {
            throw notMeant(to, slot, tag, word);
        }
        if (at.hasReceiveSlot(slot) && referrers.admits(payload.source(), slot)) {
            return true;
        }
        if (Envelope.isCollective(word)) {
            return false; // what is missing in a call is told by those who miss it
        }
        receiving.refuseRest(word, extra, payload.source());
        if (!referrers.lost(payload.source(), slot)) {
            throw notMeant(to, slot, tag, word);
        }
        if (payload.isOffer()) {
            Offer kept = payload.takeOffer(); // not refused, which would end it well at its sender
        }
        return false;
    }

    private static BraidException notMeant(Endpoint to, int slot, int tag, int word) {
        return new BraidException(
                ErrorCode.INPUT_OUT_OF_RANGE,
                "An MPI message cannot have been meant",
                "endpoint " + to.index() + ", receive slot " + slot + ", tag " + tag + ", word 0x" + Integer.toHexString(word),
                "The sender is broken or runs another build; it names a slot, tag or flag that does not exist here");
    }
}
