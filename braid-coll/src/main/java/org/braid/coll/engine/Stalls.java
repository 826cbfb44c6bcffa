package org.braid.coll.engine;

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

    private final Port port;
    private final long patienceNs;

    Stalls(Port port, long patienceNs) {
        this.port = port;
        this.patienceNs = patienceNs;
    }

    long patienceNs() {
        return patienceNs;
    }

    /** Waits for a transfer that took longer than the patience, and inquires now and again. */
    int await(Call call, int slot, int ticket) {
        int state = Port.PENDING;
        for (int factor = 1; state == Port.PENDING; factor = Math.min(2 * factor, LONGEST_PATIENCE)) {
            inquire(call, slot);
            throwIfMembersDisagree(call);
            state = port.await(ticket, factor * patienceNs);
        }
        return state;
    }

    void inquire(Call call, int slot) {
        port.inquire(slot, call.tag, call.signature);
    }

    /** One load where all is well. */
    void throwIfMembersDisagree(Call call) {
        Disagreement known = port.disagreement();
        if (known != null && known.concerns(call.tag)) {
            throw known.error();
        }
    }
}
