package org.braid.mpi.coll;

import org.braid.coll.agreement.CallLog;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.p2p.Request;

/** Messages by which ranks find out what messages cost: in the matching space of collectives, outside of their numbers, so that none of them is in the program's way. */
final class CostMessages {
    private static final long SIGNATURE = 0x636F_7374;
    private static final int FIRST_TAG = CallLog.FREE_TAGS | 0x00C0_5700;

    final Lco comm;

    CostMessages(Lco comm) {
        this.comm = comm;
    }

    /** @param kind which of the messages that may be under way at one time it is, from 0 */
    void send(long[] words, int count, int to, int kind) {
        finish(started(words, count, to, kind));
    }

    Request started(long[] words, int count, int to, int kind) {
        return comm.collectiveSend(words, 0, (long) count * Long.BYTES, to, FIRST_TAG + kind, SIGNATURE);
    }

    void receive(long[] words, int count, int from, int kind) {
        comm.completions().finish(comm.collectiveReceive(words, 0, (long) count * Long.BYTES, from, FIRST_TAG + kind, SIGNATURE));
    }

    void finish(Request sent) {
        if (!comm.isDoneAlways(sent)) {
            comm.completions().finish(sent);
        }
    }
}
