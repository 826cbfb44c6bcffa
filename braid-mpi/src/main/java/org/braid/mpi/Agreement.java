package org.braid.mpi;

import org.braid.coll.engine.CallLog;
import org.braid.coll.engine.Disagreement;
import org.braid.mpi.match.Arrived;
import org.jspecify.annotations.Nullable;

/**
 * Whether the members of one communicator call the same collectives (reliability, promise C5). Who waits long inquires at whom it waits for; who finds a disagreement, in a message or
 * in an inquiry, tells all members, whose waiting and later calls then fail with the same sentence.
 *
 * <pre>
 *   A ── inquire(call, signature) ──> B: compares with its log ── disagree ──> A, C, D …
 * </pre>
 *
 * An inquiry that comes after that is answered with what is known, so that also a member learns of it that nobody could tell.
 */
final class Agreement {
    private final Lco lco;
    private final CallLog log = new CallLog();

    /** The first one found. Written under the token; read by the callers of collectives, who may come a little late. */
    private volatile @Nullable Disagreement known;

    Agreement(Lco lco) {
        this.lco = lco;
    }

    CallLog log() {
        return log;
    }

    @Nullable Disagreement known() {
        return known;
    }

    /** This member has met a message of another call. */
    void found(Disagreement disagreement) {
        lco.engine().progress.enter();
        try {
            settle(disagreement);
        } finally {
            lco.engine().progress.exit();
        }
    }

    /** The member at {@code slot} waits for this one. Caller holds the token. */
    void inquired(int slot, int call, long signature) {
        Disagreement before = known;
        if (before != null) {
            tell(slot, before);
        } else if (log.isCalledOff(call)) {
            settle(Disagreement.calledOff(call, lco.rank(), slot, signature));
        } else {
            arrived(slot, call, signature);
        }
    }

    /**
     * A message of another member's call has come, and no receive waits for it. Of two members that both send and neither wait, at least one gets the other's message after it has called
     * itself. Caller holds the token.
     */
    void arrived(int slot, int call, long signature) {
        boolean noMoreCalls = lco.engine().leave.excludes(lco);
        Disagreement now = noMoreCalls ? log.compareOnLeaving(lco.rank(), slot, call, signature) : log.compare(lco.rank(), slot, call, signature);
        if (now != null) {
            settle(now);
        }
    }

    /** As {@link #arrived}, once more, of all messages that have come so far and wait; what that has brought to light, or null. Caller holds the token. */
    @Nullable Disagreement compareEarly() {
        if (known != null) {
            return null;
        }
        for (Arrived message : lco.inbox().collectives.allArrived()) {
            arrived(message.source(), message.tag(), Envelope.signature(((Early) message).word, ((Early) message).extra));
        }
        return known;
    }

    /** The member at {@code slot} has left MPI, and can't say itself that it does not make this call. Caller holds the token. */
    void left(int slot, int call, long signature) {
        settle(Disagreement.left(call, slot, lco.rank(), signature));
    }

    /** Another member has found one. Caller holds the token. */
    void told(Disagreement disagreement) {
        if (known == null && isRank(disagreement.rank()) && isRank(disagreement.otherRank())) {
            learn(disagreement);
        }
    }

    private boolean isRank(int rank) {
        return rank >= 0 && rank < lco.size();
    }

    private void settle(Disagreement disagreement) {
        if (known != null) {
            return;
        }
        learn(disagreement);
        for (int slot = 0; slot < lco.size(); slot++) {
            if (slot != lco.rank()) {
                tell(slot, disagreement);
            }
        }
    }

    private void learn(Disagreement disagreement) {
        known = disagreement;
        MpiFailure failure = new MpiFailure(ErrorClass.OTHER, disagreement.error());
        RequestPool requests = lco.engine().requests;
        for (int i = 0; i < requests.size(); i++) {
            Request r = requests.at(i);
            if (r != null && r.isPending() && r.lco == lco && r.kind == Request.Kind.COLLECTIVE_RECEIVE
                    && disagreement.concerns(r.wantedTag) && lco.inbox().takeBack(r)) {
                r.fail(failure);
            }
        }
    }

    private void tell(int slot, Disagreement disagreement) {
        lco.engine().inquiries.tell(lco.sendSlot(slot), disagreement);
    }
}
