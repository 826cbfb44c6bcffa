package org.braid.mpi;

import org.braid.base.BraidException;
import org.braid.coll.engine.Disagreement;
import org.braid.link.Completion;
import org.braid.link.Context;
import org.braid.link.Endpoint;
import org.braid.link.Handler;
import org.braid.link.Payload;

/** "mpi.inquire" and "mpi.disagree", both ends: how the members of a communicator ask each other what they call, and tell each other that they do not agree ({@link Agreement}). */
final class Inquiries {
    /** Words of a notice: call, rank, signature, other rank, other signature. */
    private static final int NOTICE_WORDS = 5;

    private final Sending sending;
    private final int inquire;
    private final int disagree;

    Inquiries(Context context, Sending sending) {
        this.sending = sending;
        this.inquire = context.register(Envelope.INQUIRE, new InquireHandler());
        this.disagree = context.register(Envelope.DISAGREE, new DisagreeHandler());
    }

    /** Tells the object at a send slot what this one waits for; may be lost, never waits. */
    void inquire(SendSlot to, int tag, int signature) {
        try {
            sending.startpoint(to).trySend(inquire, to.receiveSlot, tag, signature, 0, null, 0, 0);
        } catch (BraidException gone) {
            // Who has died or left is told of by others: see Impairment and Departures.
        }
    }

    /** Tells the object at a send slot of a disagreement. Caller holds the token. */
    void tell(SendSlot to, Disagreement d) {
        int[] notice = {d.call(), d.rank(), d.signature(), d.otherRank(), d.otherSignature()};
        try {
            sending.startpoint(to).startInside(disagree, 0, 0, 0, 0, notice, 0, notice.length * Integer.BYTES, new Completion());
        } catch (BraidException dead) {
            // Who has failed needs no telling.
        }
    }

    /** Somebody has waited long for this object in a collective call. */
    private static final class InquireHandler implements Handler {
        @Override
        public void handle(Endpoint to, int slot, int tag, int signature, int a3, Payload payload) {
            if (to.userData() instanceof Lco lco && slot >= 0 && slot < lco.size()) {
                lco.agreement().inquired(slot, tag, signature);
            }
        }
    }

    /** A member of this object's communicator has found that not all call the same collectives. */
    private static final class DisagreeHandler implements Handler {
        @Override
        public void handle(Endpoint to, int a0, int a1, int a2, int a3, Payload payload) {
            if (to.userData() instanceof Lco lco && payload.length() == NOTICE_WORDS * Integer.BYTES) {
                int[] words = new int[NOTICE_WORDS];
                payload.copyTo(words, 0, NOTICE_WORDS * Integer.BYTES);
                lco.agreement().told(new Disagreement(words[0], words[1], words[2], words[3], words[4]));
            }
        }
    }
}
