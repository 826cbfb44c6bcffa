package org.braid.link.select;

import org.braid.base.wire.Descriptor;
import org.braid.link.spi.TransportPort;
import org.jspecify.annotations.Nullable;

/**
 * A way to a peer, chosen.
 *
 * @param port of its transport; null for a striped way, whose rails are chosen when it is opened
 * @param there what the transport needs to reach the peer; null likewise
 * @param why it was this one
 */
record Choice(@Nullable TransportPort port, @Nullable Descriptor there, Candidates.Candidate way, String why) {
    boolean isPromise() {
        return port != null && there != null && port.isPromise(there);
    }
}
