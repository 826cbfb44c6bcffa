package org.braid.mpi;

import org.braid.link.Endpoint;
import org.braid.link.Handler;
import org.braid.link.Payload;

/** "mpi.disagree": a member of this LCO's communicator has found that not all call the same collectives. */
final class DisagreeHandler implements Handler {
    @Override
    public void handle(Endpoint to, int a0, int a1, int a2, int a3, Payload payload) {
        if (to.userData() instanceof Lco lco && payload.length() == Agreement.NOTICE_WORDS * Integer.BYTES) {
            lco.agreement().told(payload);
        }
    }
}
