package org.braid.coll.engine;

import org.braid.base.BraidException;
import org.braid.coll.agreement.CallLog;
import org.braid.coll.agreement.Disagreement;

/**
 * Finds out why a call doesn't go on. Members that call different operations may all wait and none send, so a member that has waited long
 * tells the one it waits for what it is calling; whoever gets such an inquiry compares it with its {@link CallLog} and tells all of a disagreement.
 */
final class Stalls {
    /** As long as no healthy peer needs; a wait that ends sooner costs nothing extra. */
    static final long PATIENCE_NS = 1_000_000_000L;

    private static final int LONGEST_PATIENCE = 8;

    /** After so long a wait looks whether a member has died: one that has heard of it takes nothing more of what is sent to it, and says so to nobody. Far less than a job that has failed has left. */
    private static final long LOOK_NS = 50_000_000L;

    private final Port port;
    private final long patienceNs;

    Stalls(Port port, long patienceNs) {
        this.port = port;
        this.patienceNs = patienceNs;
    }

    /** Waits for a transfer as long as no healthy peer needs, or until a member has died; its state. */
    int await(int ticket) {
        return await(ticket, patienceNs);
    }

    private int await(int ticket, long timeoutNs) {
        int state = port.await(ticket, Math.min(timeoutNs, LOOK_NS));
        for (long leftNs = timeoutNs - LOOK_NS; state == Port.PENDING && leftNs > 0 && port.loss() == null; leftNs -= LOOK_NS) {
            state = port.await(ticket, Math.min(leftNs, LOOK_NS));
        }
        return state;
    }

    /** Likewise for one of several; false if none is done. */
    boolean awaitAny(int[] tickets, int count) {
        boolean isDone = port.awaitAny(tickets, count, Math.min(patienceNs, LOOK_NS));
        for (long leftNs = patienceNs - LOOK_NS; !isDone && leftNs > 0 && port.loss() == null; leftNs -= LOOK_NS) {
            isDone = port.awaitAny(tickets, count, Math.min(leftNs, LOOK_NS));
        }
        return isDone;
    }

    /** Waits for a transfer that took longer than the patience, and inquires now and again. */
    int await(Call call, int slot, int ticket) {
        int state = Port.PENDING;
        for (int factor = 1; state == Port.PENDING; factor = Math.min(2 * factor, LONGEST_PATIENCE)) {
            inquire(call, slot);
            throwIfHopeless(call);
            state = await(ticket, factor * patienceNs);
        }
        return state;
    }

    void inquire(Call call, int slot) {
        port.inquire(slot, call.tag, call.signature);
    }

    /** For a call that has waited long. */
    void throwIfHopeless(Call call) {
        throwIfMembersDisagree(call);
        Disagreement off = port.calledOff(call.tag);
        if (off != null) {
            throw off.error();
        }
        BraidException loss = port.loss();
        if (loss != null) {
            throw loss;
        }
    }

    /** One load where all is well. */
    void throwIfMembersDisagree(Call call) {
        Disagreement known = port.disagreement();
        if (known != null && known.concerns(call.tag)) {
            throw known.error();
        }
    }
}
