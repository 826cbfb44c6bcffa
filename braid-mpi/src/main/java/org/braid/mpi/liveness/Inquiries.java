package org.braid.mpi.liveness;

import org.braid.base.BraidException;
import org.braid.coll.agreement.Disagreement;
import org.braid.link.Context;
import org.braid.link.dispatch.Endpoint;
import org.braid.link.dispatch.Handler;
import org.braid.link.dispatch.Payload;
import org.braid.link.progress.Completion;
import org.braid.mpi.p2p.Envelope;
import org.braid.mpi.p2p.Inbox;
import org.braid.mpi.p2p.SendSlot;
import org.braid.mpi.p2p.Sending;
import org.jspecify.annotations.Nullable;

/** "mpi.inquire" and "mpi.disagree", both ends: how the members of a communicator ask each other what they call, and tell each other that they do not agree ({@link Agreement}). */
final class Inquiries {
    /** Words of a notice: call, rank, two of its signature, other rank, two of the other signature; of two the lower half comes first. */
    private static final int NOTICE_WORDS = 7;

    private static final String INQUIRE = "mpi.inquire";
    private static final String DISAGREE = "mpi.disagree";

    private final Sending sending;
    private final Agreements agreements;
    private final int inquire;
    private final int disagree;

    Inquiries(Context context, Sending sending, Agreements agreements) {
        this.sending = sending;
        this.agreements = agreements;
        this.inquire = context.register(INQUIRE, new InquireHandler(this));
        this.disagree = context.register(DISAGREE, new DisagreeHandler(this));
    }

    /** Tells the object at a send slot what this one waits for; may be lost, never waits. By a channel of its own, since messages of calls that were called off, which nobody receives any more, may have taken all credit of the usual one. */
    void inquire(SendSlot to, int tag, long signature) {
        try {
            sending.startpoint(to).on(Envelope.NOTICES).trySend(inquire, to.receiveSlot(), tag, (int) signature, (int) (signature >>> 32), null, 0, 0);
        } catch (BraidException gone) {
            // Of a rank that has died or left others tell: see p2p's Impairment and Departures.
        }
    }

    /** Tells the object at a send slot of a disagreement. Caller holds the token. */
    void tell(SendSlot to, Disagreement d) {
        int[] notice = {
            d.call(), d.rank(), (int) d.signature(), (int) (d.signature() >>> 32), d.otherRank(), (int) d.otherSignature(), (int) (d.otherSignature() >>> 32)
        };
        try {
            sending.startpoint(to).startInside(disagree, 0, 0, 0, 0, notice, 0, (long) notice.length * Integer.BYTES, new Completion());
        } catch (BraidException dead) {
            // A rank that has failed needs no telling.
        }
    }

    private @Nullable Agreement agreementAt(Endpoint to) {
        return to.userData() instanceof Inbox inbox ? agreements.at(inbox) : null;
    }

    private static long signature(int low, int high) {
        return (long) high << 32 | low & 0xFFFF_FFFFL;
    }

    /** Somebody has waited long for this object in a collective call. */
    private record InquireHandler(Inquiries inquiries) implements Handler {
        @Override
        public void handle(Endpoint to, int slot, int tag, int low, int high, Payload payload) {
            Agreement agreement = inquiries.agreementAt(to);
            if (agreement != null) {
                agreement.inquired(slot, tag, signature(low, high));
            }
        }

        /** A member that has made its last call may have freed its object while another still waits in that call. */
        @Override
        public boolean mayComeTooLate(int a0, int a1, int a2, int a3) {
            return true;
        }
    }

    /** A member of this object's communicator has found that not all call the same collectives. */
    private record DisagreeHandler(Inquiries inquiries) implements Handler {
        @Override
        public void handle(Endpoint to, int a0, int a1, int a2, int a3, Payload payload) {
            Agreement agreement = inquiries.agreementAt(to);
            if (agreement != null && payload.length() == NOTICE_WORDS * Integer.BYTES) {
                int[] words = new int[NOTICE_WORDS];
                payload.copyTo(words, 0, NOTICE_WORDS * Integer.BYTES);
                agreement.told(new Disagreement(words[0], words[1], signature(words[2], words[3]), words[4], signature(words[5], words[6])));
            }
        }

        /** A member that frees the communicator may find what those that have freed it before could not. */
        @Override
        public boolean mayComeTooLate(int a0, int a1, int a2, int a3) {
            return true;
        }
    }
}
