package org.braid.mpi;

import org.braid.link.Endpoint;
import org.braid.link.Handler;
import org.braid.link.Payload;

/** "mpi.inquire": somebody has waited long for this LCO in a collective call. */
final class InquireHandler implements Handler {
    @Override
    public void handle(Endpoint to, int slot, int tag, int signature, int a3, Payload payload) {
        if (to.userData() instanceof Lco lco && slot >= 0 && slot < lco.size()) {
            lco.agreement().inquired(slot, tag, signature);
        }
    }
}
